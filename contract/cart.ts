import * as z from "zod"
import { Image } from "./catalog.ts"
import { Id, Money, paging } from "./common.ts"
import { maxQuantity } from "./limits.ts"

export const Quantity = z.number().int().min(1).max(maxQuantity)
export const AddToCart = z.object({ doll_id: Id, quantity: Quantity.default(1) })
export type AddToCart = z.infer<typeof AddToCart>
export const SetQuantity = z.object({ quantity: Quantity })
/** `price` is the price that the guest saw, so that a change can be reported. */
export const MergeCart = z.object({
  items: z.array(z.object({ doll_id: Id, quantity: Quantity, price: Money.optional() })).max(100),
})
export type MergeCart = z.infer<typeof MergeCart>

/**
 * `price_was` is the price when the item was added, if it has changed. `available` is the current stock: null for made
 * to order, 0 when the model left the shop. `notice` states this in words.
 */
export const CartItem = z.object({
  id: Id,
  doll_id: Id,
  quantity: z.number().int(),
  name: z.string(),
  price: Money,
  price_was: Money.nullable(),
  description: z.string(),
  image: Image.nullable(),
  available: z.number().int().nullable(),
  notice: z.string().nullable(),
})
export type CartItem = z.infer<typeof CartItem>
export const CartQuery = z.object(paging(100))
export const MergedCart = z.object({
  items: z.array(CartItem),
  skipped: z.array(z.object({ doll_id: Id, detail: z.string() })),
})
export type MergedCart = z.infer<typeof MergedCart>
