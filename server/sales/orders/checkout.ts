import { createHash, randomBytes, randomInt } from "node:crypto"
import { and, count, eq, gt, inArray, isNull, sql } from "drizzle-orm"
import { discountTexts, orderTexts } from "#contract/buyingText.ts"
import { countryName } from "#contract/countries.ts"
import type { Language } from "#contract/languages.ts"
import type { Order, PlaceOrder, ShippingForm } from "#contract/orders.ts"
import { sellingTexts } from "#contract/sellingText.ts"
import { cartRefusals, cartTexts } from "#contract/texts.ts"
import { keepAddress } from "../../people/addresses/addresses.ts"
import type { Actor, Person } from "../../platform/auth/actor.ts"
import { assertNotDeleted } from "../../platform/auth/people.ts"
import { after, hours, minutes } from "../../platform/clock.ts"
import { keyedAdvisoryLocks } from "../../platform/db/advisoryLocks.ts"
import type { Tx } from "../../platform/db/store.ts"
import { said } from "../../platform/languages.ts"
import { toCents } from "../../platform/money.ts"
import { recordActivity } from "../../platform/records/activity.ts"
import { invalid, Refusal } from "../../platform/refusal.ts"
import { readSelling, type SellingTerms } from "../../platform/shop-settings/selling.ts"
import { legalVersions } from "../../platform/site-pages/shown.ts"
import { pictureUrl } from "../../shopfront/catalog/rows.ts"
import { images } from "../../shopfront/catalog/tables.ts"
import { assertShopper, renewSeenPrices } from "../cart/cart.ts"
import type { DiscountRow } from "../discounts/apply.ts"
import { limitReached } from "../discounts/candidates.ts"
import { keptOf, methodsTo } from "../totals/totals.ts"
import { emailReceived } from "./emails.ts"
import { noteEvent } from "./events.ts"
import { assertMayHold, lockAddress } from "./holdLimits.ts"
import { endHold } from "./holds.ts"
import { type LockedOrder, lockDolls, lockOrder } from "./locks.ts"
import { hasPayment } from "./payment.ts"
import { withItems } from "./present.ts"
import { type CartLine, contentOf, isForSale, type PricedCart, priceCart, readCart } from "./pricing.ts"
import { reserveStock } from "./reservations.ts"
import { type OrderRow, orderEvents, orderItems, orders } from "./tables.ts"
import { transition } from "./transitions.ts"

export const holdFor = minutes(60)

export interface Terms {
  /** The limit of new orders per account and hour. */
  anHour: number
  home: string
  language: Language
  /** The client's IP address, hashed by `sealAddress`. */
  placedFrom: Buffer
  /** The factor by which every limit is multiplied. */
  scale: number
  /** The countries that the shop does not ship to. */
  noShipping: readonly string[]
}

/**
 * Turns the account's cart into an unpaid order with reserved stock. For an unchanged cart it returns the existing
 * order; a changed cart gets a new one, and the earlier order releases its stock unless a payment for it is pending.
 */
export async function placeOrder(tx: Tx, actor: Actor, input: PlaceOrder, terms: Terms) {
  assertShopper(actor)
  const { save_address, total, discount_code: code, shipping_method: methodId, ...shipping } = input
  const placed = await placeFromCart(tx, actor, { shipping, total, code, methodId }, terms)
  if (save_address) await keepAddress(tx, actor.id, shipping)
  return placed
}

interface CartOrder {
  shipping: ShippingForm
  total: number | undefined
  code: string | undefined
  methodId: number | undefined
}

async function placeFromCart(
  tx: Tx,
  actor: Person,
  { shipping, total, code, methodId }: CartOrder,
  terms: Terms,
): Promise<Placed> {
  // Serializes the account's checkouts. Nobody requests this lock while holding locks on models or orders.
  await lockCheckout(tx, actor.id)
  await assertNotDeleted(tx, actor)
  const lines = await readCart(tx, actor.id)
  if (lines.length === 0) throw new Refusal("EMPTY_CART", cartTexts.empty)
  const selling = await readSelling(tx)
  assertShipsTo(shipping.country, terms.noShipping, selling)
  const to = { country: shipping.country, methodId }
  const cart = await priceCart(tx, actor, lines, { code, to, terms: selling })
  if (methodId !== undefined && cart.method?.id !== methodId) {
    throw new Refusal("SHIPPING_CHANGED", sellingTexts.methodGone)
  }
  if (cart.codeProblem !== null) throw new Refusal("DISCOUNT_REFUSED", cart.codeProblem)
  const isOther = total !== undefined && toCents(total) !== cart.totalCents
  if (isOther && lines.every(isForSale)) throw new Refusal("PRICE_CHANGED", cartRefusals.changed)
  const live = await lockTogether(tx, actor.id, lines, terms.home)
  if (total !== undefined) await renewSeenPrices(tx, actor.id, lines)
  const fingerprint = fingerprintOf(cart)
  if (live?.order.cartFingerprint === fingerprint && !isOther)
    return keep(tx, live.order, { shipping, language: terms.language, shippingMethod: keptOf(cart.method!) })

  // The payment of the live order began after the cart was priced, so this order will be the account's second one.
  if (live && hasPayment(live.order) && cart.applied?.discount.firstOrder) {
    throw new Refusal("DISCOUNT_REFUSED", discountTexts.firstOrder)
  }
  await refuseTooOften(tx, actor.id, terms.anHour)
  if (live) await supersede(tx, live, terms.home)
  const placed = await make(tx, actor.id, cart, { shipping, fingerprint, terms })
  // A model that was sold out when the cart was read is available again: the total that was shown did not include it.
  if (isOther) throw new Refusal("PRICE_CHANGED", cartRefusals.changed)
  return placed
}

/** Serializes checkouts and the deletion of an account. */
export async function lockCheckout(tx: Tx, userId: number): Promise<void> {
  await tx.db.execute(sql`select pg_advisory_xact_lock(${keyedAdvisoryLocks.checkout}, ${userId})`)
}

/** Returns the current unpaid order, locked with the models of cart and order. An expired one is ended here. */
async function lockTogether(tx: Tx, userId: number, lines: CartLine[], home: string) {
  const [unpaid] = await tx.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.status, "unpaid"), isNull(orders.supersededAt)))
  const held = unpaid
    ? await tx.db.select({ dollId: orderItems.dollId }).from(orderItems).where(eq(orderItems.orderId, unpaid.id))
    : []
  await lockDolls(tx, [...new Set([...lines, ...held].map((line) => line.dollId))])
  const locked = unpaid ? await lockOrder(tx, unpaid.id) : null
  if (locked?.order.status !== "unpaid") return null
  const order = await endHold(tx, locked, home)
  return order.status === "unpaid" ? { ...locked, order } : null
}

type Changeable = Pick<OrderRow, "shipping" | "shippingMethod" | "language">

async function keep(tx: Tx, order: OrderRow, placed: Changeable): Promise<Placed> {
  const [row] = await tx.db
    .update(orders)
    .set({ ...placed, ...(await legalColumns(tx)), updatedAt: tx.now(), version: sql`${orders.version} + 1` })
    .where(eq(orders.id, order.id))
    .returning()
  return { status: 200, order: (await withItems(tx, [row!]))[0]! }
}

/** The versions of the legal pages under which an order is placed. */
async function legalColumns(tx: Tx): Promise<Pick<OrderRow, "termsVersion" | "privacyVersion">> {
  const { terms, privacy } = await legalVersions(tx)
  return { termsVersion: terms, privacyVersion: privacy }
}

interface Placed {
  status: 200 | 201
  order: Order
}

async function refuseTooOften(tx: Tx, userId: number, anHour: number): Promise<void> {
  const [made] = await tx.db
    .select({ number: count(), first: sql<Date>`min(${orders.createdAt})`.mapWith(orders.createdAt) })
    .from(orders)
    .where(and(eq(orders.userId, userId), gt(orders.createdAt, after(tx.now(), -hours(1)))))
  if (made!.number < anHour) return
  const wait = after(made!.first, hours(1)).getTime() - tx.now().getTime()
  throw new Refusal("RATE_LIMITED", orderTexts.tooOften, { retryAfter: wait / 1000 })
}

async function supersede(tx: Tx, locked: LockedOrder, home: string) {
  const { order } = locked
  if (hasPayment(order)) {
    await tx.db.update(orders).set({ supersededAt: tx.now() }).where(eq(orders.id, order.id))
    await noteEvent(tx, order, order.status, { note: "a newer order was made while its payment is under way" })
    return
  }
  await transition(tx, locked, "cancelled", { note: "the cart was changed", home, quietly: true })
}

interface Making {
  shipping: ShippingForm
  fingerprint: string
  terms: Terms
}

async function make(
  tx: Tx,
  userId: number,
  cart: PricedCart,
  { shipping, fingerprint, terms }: Making,
): Promise<Placed> {
  const { lines, applied } = cart
  const gone = lines.find((line) => line.gone)
  if (gone) throw new Refusal("UNAVAILABLE", cartRefusals.goneNamed(gone.name))
  if (applied) await assertLeft(tx, userId, applied.discount)
  await lockAddress(tx, terms.placedFrom)
  const order = await insertOrder(tx, userId, { shipping, fingerprint, cart, terms })
  const pictures = await primaryPictures(tx, lines)
  const items = await tx.db
    .insert(orderItems)
    .values(
      lines.map(({ dollId, name, description, priceCents, quantity }, index) => ({
        orderId: order.id,
        dollId,
        name,
        description,
        priceCents,
        discountCents: applied?.shares[index] ?? 0,
        taxCents: cart.taxShares[index]!,
        quantity,
        imageUrl: pictures.get(dollId) ?? null,
      })),
    )
    .returning()
  await reserveStock(tx, items, { reason: "order_placed" })
  await assertMayHold(tx, userId, terms.placedFrom, terms.scale)
  await tx.db
    .insert(orderEvents)
    .values({ orderId: order.id, actorId: userId, toStatus: "unpaid", createdAt: tx.now() })
  await emailReceived(tx, order, terms)
  const { id, orderNumber } = order
  await recordActivity(tx, "order", { userId, subjectId: id, amountCents: cart.totalCents, detail: orderNumber })
  return { status: 201, order: (await withItems(tx, [order]))[0]! }
}

/** Another order may have taken the last use since the cart was priced. */
async function assertLeft(tx: Tx, userId: number, discount: DiscountRow): Promise<void> {
  const problem = await limitReached(tx, discount, userId)
  if (problem === null) return
  if (discount.code !== null) throw new Refusal("DISCOUNT_REFUSED", problem)
  throw new Refusal("PRICE_CHANGED", cartRefusals.changed)
}

/** Inserts the order under a random number, which reveals nothing; a number in use is drawn again. */
async function insertOrder(
  tx: Tx,
  userId: number,
  { shipping, fingerprint, cart, terms }: Making & { cart: PricedCart },
) {
  const now = tx.now()
  const legal = await legalColumns(tx)
  const { discount, cents = 0 } = cart.applied ?? {}
  for (let draw = 0; draw < 100; draw++) {
    const [order] = await tx.db
      .insert(orders)
      .values({
        userId,
        reference: randomBytes(24).toString("base64url"),
        orderNumber: `ORD-${String(randomInt(1_000_000)).padStart(6, "0")}`,
        shipping,
        language: terms.language,
        productsCents: cart.productsCents,
        discountCents: cents,
        discountId: discount?.id || null,
        discountTitle: discount?.title ?? null,
        discountCode: discount?.code ?? null,
        shippingMethod: keptOf(cart.method!),
        shippingCents: cart.shippingCents,
        taxRate: cart.tax?.rate ?? null,
        taxCents: cart.tax?.cents ?? 0,
        taxIncluded: cart.tax?.isIncluded ?? true,
        totalCents: cart.totalCents,
        cartFingerprint: fingerprint,
        holdExpiresAt: after(now, holdFor),
        placedFrom: terms.placedFrom,
        ...legal,
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing({ target: orders.orderNumber })
      .returning()
    if (order) return order
  }
  throw new Error("No free order number was found")
}

async function primaryPictures(tx: Tx, lines: CartLine[]): Promise<Map<number, string>> {
  const ids = lines.map((line) => line.dollId)
  const rows = await tx.db
    .selectDistinctOn([images.dollId], { dollId: images.dollId, key: images.key, widths: images.widths })
    .from(images)
    .where(inArray(images.dollId, ids))
    .orderBy(images.dollId, sql`${images.isPrimary} desc`, images.position, images.id)
  return new Map(rows.map((row) => [row.dollId, pictureUrl(row)]))
}

/** Refuses a country that the shop does not ship to, or that no method in use serves. */
export function assertShipsTo(country: string, noShipping: readonly string[], terms: SellingTerms): void {
  if (!noShipping.includes(country) && methodsTo(terms, country).length > 0) return
  throw invalid("country", orderTexts.noShipping(said(countryName(country))))
}

/**
 * Identifies the models, quantities, prices, the discount, the shipping fee and the tax: a changed price makes another
 * order.
 */
function fingerprintOf({ lines, applied, shippingCents, tax }: PricedCart): string {
  const parts = [contentOf(lines)]
  if (applied) parts.push(`-${applied.discount.id}:${applied.cents}`)
  if (shippingCents > 0) parts.push(`shipping:${shippingCents}`)
  if (tax) parts.push(`tax:${tax.rate}:${tax.cents}:${tax.isIncluded}`)
  return createHash("sha256").update(parts.join(",")).digest("hex")
}
