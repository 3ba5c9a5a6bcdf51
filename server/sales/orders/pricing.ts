import { and, asc, eq, isNotNull, ne, or, sql } from "drizzle-orm"
import type { CartQuote, QuoteCart } from "#contract/orders.ts"
import { defaultCountry } from "../../people/addresses/addresses.ts"
import type { Actor, Person } from "../../platform/auth/actor.ts"
import type { Tx } from "../../platform/db/store.ts"
import { fromCents } from "../../platform/money.ts"
import { readSelling, type SellingTerms } from "../../platform/shop-settings/selling.ts"
import { dolls, isVisible } from "../../shopfront/catalog/tables.ts"
import { assertShopper, ownHeld } from "../cart/cart.ts"
import { cartItems } from "../cart/tables.ts"
import { type Applied, applyDiscounts, type Outcome, type PricedLine } from "../discounts/apply.ts"
import { acceptsCodes, type Candidates, candidatesFor, offersTo } from "../discounts/candidates.ts"
import {
  methodName,
  methodsTo,
  type OfferedMethod,
  presentTax,
  rateIn,
  type Totals,
  totalsOf,
} from "../totals/totals.ts"
import { orderItems, orders } from "./tables.ts"

export interface CartLine extends PricedLine {
  name: string
  description: string
  seenPriceCents: number | null
  gone: boolean
  soldOut: boolean
}

export interface PricedCart extends Outcome, Totals {
  lines: CartLine[]
  /** What serves the country; empty if nothing is shipped there. */
  methods: OfferedMethod[]
  method: OfferedMethod | null
}

/** Where the cart goes to, and how. By default with the first method that serves the country. */
interface Destination {
  country: string
  methodId: number | undefined
}

/**
 * Returns what the customer's cart costs now, with the discount that a code or the cart itself earns. Models that
 * cannot be bought cost nothing and earn no discount.
 */
export async function quoteCart(tx: Tx, actor: Actor, input: QuoteCart): Promise<CartQuote> {
  assertShopper(actor)
  const candidates = await candidatesFor(tx, actor.id, input.discount_code)
  const country = input.country ?? (await defaultCountry(tx, actor.id)) ?? "US"
  const terms = await readSelling(tx)
  const lines = (await readCart(tx, actor.id)).filter(isForSale)
  const priced = await price(tx, actor, lines, { candidates, terms, to: { country, methodId: input.shipping_method } })
  const { applied, codeProblem, productsCents, totalCents, methods, method, shippingCents, tax } = priced
  return {
    subtotal: fromCents(productsCents),
    discount: applied && presentDiscount(applied),
    shipping: {
      country,
      methods: methods.map(presentMethod),
      chosen: method?.id ?? null,
      price: fromCents(shippingCents),
      is_standard: terms.is_standard,
    },
    tax: presentTax(tax),
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
  { code, ...how }: { code: string | undefined; to: Destination; terms: SellingTerms },
): Promise<PricedCart> {
  return price(tx, actor, lines, { candidates: await candidatesFor(tx, actor.id, code), ...how })
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

interface Pricing {
  candidates: Candidates
  to: Destination
  terms: SellingTerms
}

async function price(
  tx: Tx,
  actor: Person,
  lines: CartLine[],
  { candidates, to, terms }: Pricing,
): Promise<PricedCart> {
  const { code, automatic } = candidates
  const asksForFirst = [...automatic, ...(code ? [code] : [])].some((one) => one.firstOrder)
  const buyer = { level: actor.level, isFirstOrder: asksForFirst && !(await hasOrdered(tx, actor.id, lines)) }
  const outcome = applyDiscounts(code, automatic, lines, buyer, tx.now())
  const methods = methodsTo(terms, to.country)
  const method = methods.find(({ id }) => id === to.methodId) ?? methods[0] ?? null
  const totals = totalsOf({
    lines,
    discounts: outcome.applied?.shares ?? [],
    shippingCents: lines.length === 0 ? 0 : (method?.priceCents ?? 0),
    rate: rateIn(terms, to.country),
    isIncluded: terms.prices_include_tax,
  })
  return { ...outcome, ...totals, lines, methods, method }
}

const presentMethod = (method: OfferedMethod) => ({
  id: method.id,
  name: methodName(method),
  days_from: method.from,
  days_until: method.until,
  price: fromCents(method.priceCents),
})

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
