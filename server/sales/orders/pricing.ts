import { and, asc, eq, isNotNull, ne, or, sql } from "drizzle-orm"
import type { CartQuote, QuoteCart } from "#contract/orders.ts"
import type { Actor, Person } from "../../platform/auth/actor.ts"
import type { Tx } from "../../platform/db/store.ts"
import { fromCents } from "../../platform/money.ts"
import { dolls, isVisible } from "../../shopfront/catalog/tables.ts"
import { assertShopper, ownHeld } from "../cart/cart.ts"
import { cartItems } from "../cart/tables.ts"
import { type Applied, applyDiscounts, type Outcome, type PricedLine, totalOf } from "../discounts/apply.ts"
import { acceptsCodes, type Candidates, candidatesFor, offersTo } from "../discounts/candidates.ts"
import { orderItems, orders } from "./tables.ts"

export interface CartLine extends PricedLine {
  name: string
  description: string
  seenPriceCents: number | null
  gone: boolean
  soldOut: boolean
}

export interface PricedCart extends Outcome {
  lines: CartLine[]
  productsCents: number
  totalCents: number
}

/**
 * Returns what the customer's cart costs now, with the discount that a code or the cart itself earns. Models that
 * cannot be bought cost nothing and earn no discount.
 */
export async function quoteCart(tx: Tx, actor: Actor, { discount_code: code }: QuoteCart): Promise<CartQuote> {
  assertShopper(actor)
  const candidates = await candidatesFor(tx, actor.id, code)
  const { applied, codeProblem, productsCents, totalCents } = await price(
    tx,
    actor,
    (await readCart(tx, actor.id)).filter(isForSale),
    candidates,
  )
  return {
    subtotal: fromCents(productsCents),
    discount: applied && presentDiscount(applied),
    total: fromCents(totalCents),
    code_problem: codeProblem,
    accepts_codes: await acceptsCodes(tx, "models"),
    member_offers: offersTo(actor, candidates.automatic),
  }
}

export async function priceCart(
  tx: Tx,
  actor: Person,
  lines: CartLine[],
  code: string | undefined,
): Promise<PricedCart> {
  return price(tx, actor, lines, await candidatesFor(tx, actor.id, code))
}

export function readCart(tx: Tx, userId: number): Promise<CartLine[]> {
  return tx.db
    .select({
      dollId: dolls.id,
      category: dolls.category,
      quantity: cartItems.quantity,
      name: dolls.name,
      description: dolls.description,
      priceCents: dolls.priceCents,
      seenPriceCents: cartItems.seenPriceCents,
      gone: sql<boolean>`not ${isVisible}`,
      soldOut: sql<boolean>`${dolls.stock} = 0 and ${sql.raw(ownHeld("cart_items.user_id", "dolls.id"))} = 0`,
    })
    .from(cartItems)
    .innerJoin(dolls, eq(dolls.id, cartItems.dollId))
    .where(eq(cartItems.userId, userId))
    .orderBy(asc(dolls.id))
}

export function isForSale({ gone, soldOut }: CartLine): boolean {
  return !gone && !soldOut
}

async function price(tx: Tx, actor: Person, lines: CartLine[], { code, automatic }: Candidates): Promise<PricedCart> {
  const asksForFirst = [...automatic, ...(code ? [code] : [])].some((one) => one.firstOrder)
  const buyer = { level: actor.level, isFirstOrder: asksForFirst && !(await hasOrdered(tx, actor.id, lines)) }
  const outcome = applyDiscounts(code, automatic, lines, buyer, tx.now())
  const productsCents = totalOf(lines)
  return { ...outcome, lines, productsCents, totalCents: productsCents - (outcome.applied?.cents ?? 0) }
}

/**
 * Returns whether the account has an order besides the current unpaid one, which the next order replaces. It does not
 * replace one whose payment has begun, unless the cart is still the same.
 */
async function hasOrdered(tx: Tx, userId: number, lines: CartLine[]): Promise<boolean> {
  const isOther = or(ne(orders.status, "unpaid"), isNotNull(orders.supersededAt), isNotNull(orders.paymentState))
  const rows = await tx.db
    .select({ id: orders.id, status: orders.status, supersededAt: orders.supersededAt })
    .from(orders)
    .where(and(eq(orders.userId, userId), ne(orders.status, "cancelled"), isOther))
    .limit(2)
  const [row, another] = rows
  if (!row || another || row.status !== "unpaid" || row.supersededAt !== null) return row !== undefined
  const ordered = await tx.db
    .select({ dollId: orderItems.dollId, quantity: orderItems.quantity, priceCents: orderItems.priceCents })
    .from(orderItems)
    .where(eq(orderItems.orderId, row.id))
    .orderBy(asc(orderItems.dollId))
  return contentOf(ordered) !== contentOf(lines)
}

/** Writes the models, quantities and prices as text; the lines are sorted by model. */
export const contentOf = (lines: Pick<PricedLine, "dollId" | "quantity" | "priceCents">[]) =>
  lines.map(({ dollId, quantity, priceCents }) => `${dollId}x${quantity}@${priceCents}`).join(",")

function presentDiscount({ discount: { title, code }, cents }: Applied) {
  return { title, code, amount: fromCents(cents) }
}
