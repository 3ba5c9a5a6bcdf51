import * as z from "zod"
import { Image } from "./catalog.ts"
import { Id, Money, paging } from "./common.ts"

export const Quantity = z.number().int().min(1).max(99)
export const AddToCart = z.object({ doll_id: Id, quantity: Quantity.default(1) })
export type AddToCart = z.infer<typeof AddToCart>
export const SetQuantity = z.object({ quantity: Quantity })
export const MergeCart = z.object({ items: z.array(z.object({ doll_id: Id, quantity: Quantity })).max(100) })
export type MergeCart = z.infer<typeof MergeCart>

/** `available` is how many can be had now: null for made to order, 0 when it left the shop. `notice` says so in words. */
export const CartItem = z.object({
  id: Id,
  doll_id: Id,
  quantity: z.number().int(),
  name: z.string(),
  price: Money,
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
