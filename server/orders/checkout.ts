import { createHash, randomBytes, randomInt } from "node:crypto"
import { and, asc, count, eq, gt, inArray, isNull, sql } from "drizzle-orm"
import type { Order, ShippingForm } from "#contract/orders.ts"
import { cartTexts, orderTexts } from "#contract/texts.ts"
import type { Actor } from "../accounts/actor.ts"
import { assertStillHere } from "../accounts/people.ts"
import { assertShopper } from "../cart/cart.ts"
import { cartItems } from "../cart/tables.ts"
import { pictureUrl } from "../catalog/rows.ts"
import { dolls, images } from "../catalog/tables.ts"
import { after, hours, minutes } from "../clock.ts"
import type { Tx } from "../db/store.ts"
import { enqueue } from "../mail/outbox.ts"
import { moneyOn } from "../payments/money.ts"
import { Refusal } from "../refusal.ts"
import { happened } from "../staff/activity.ts"
import { endHold } from "./holds.ts"
import { letterFor } from "./letters.ts"
import { withItems } from "./present.ts"
import { orderEvents, orderItems, orders } from "./tables.ts"
import { type LockedOrder, lockDolls, lockOrder, move, noteEvent, type OrderRow, take } from "./transitions.ts"

export const holdFor = minutes(60)

export interface Terms {
  /** New orders an account may make within an hour. */
  anHour: number
  home: string
}

/**
 * The account's cart becomes an order that waits for its payment, its pieces held. An unchanged cart has its order already; a
 * changed one gets a new order, and the earlier one gives its pieces back unless a payment for it is under way.
 */
export async function placeOrder(tx: Tx, actor: Actor, shipping: ShippingForm, terms: Terms) {
  assertShopper(actor)
  // Two checkouts of one account take turns. Nothing asks for this lock while it holds models or orders.
  await takeTurn(tx, actor.id)
  await assertStillHere(tx, actor)
  const lines = await readCart(tx, actor.id)
  if (lines.length === 0) throw new Refusal("EMPTY_CART", cartTexts.empty)
  const live = await lockTogether(tx, actor.id, lines, terms.home)
  const fingerprint = fingerprintOf(lines)
  if (live?.order.cartFingerprint === fingerprint) return keep(tx, live.order, shipping)

  await refuseTooOften(tx, actor.id, terms.anHour)
  if (live) await giveWay(tx, live, terms.home)
  return make(tx, actor.id, lines, { shipping, fingerprint, home: terms.home })
}

/** One checkout, or the deletion, of an account at a time. */
export async function takeTurn(tx: Tx, userId: number): Promise<void> {
  await tx.db.execute(sql`select pg_advisory_xact_lock(${checkoutLock}, ${userId})`)
}

/** Any fixed number: it keeps these advisory locks apart from other ones. */
const checkoutLock = 7_318_205

interface CartLine {
  dollId: number
  quantity: number
  name: string
  description: string
  priceCents: number
  gone: boolean
}

function readCart(tx: Tx, userId: number): Promise<CartLine[]> {
  return tx.db
    .select({
      dollId: dolls.id,
      quantity: cartItems.quantity,
      name: dolls.name,
      description: dolls.description,
      priceCents: dolls.priceCents,
      gone: sql<boolean>`(${dolls.deletedAt} is not null or not ${dolls.isAvailable} or ${dolls.needsApproval})`,
    })
    .from(cartItems)
    .innerJoin(dolls, eq(dolls.id, cartItems.dollId))
    .where(eq(cartItems.userId, userId))
    .orderBy(asc(dolls.id))
}

/** The live unpaid order, locked with the models of both the cart and the order; one whose hold has run out is ended here. */
async function lockTogether(tx: Tx, userId: number, lines: CartLine[], home: string) {
  const [found] = await tx.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.status, "unpaid"), isNull(orders.supersededAt)))
  const held = found
    ? await tx.db.select({ dollId: orderItems.dollId }).from(orderItems).where(eq(orderItems.orderId, found.id))
    : []
  await lockDolls(tx, [...new Set([...lines, ...held].map((line) => line.dollId))])
  const locked = found ? await lockOrder(tx, found.id) : null
  if (locked?.order.status !== "unpaid") return null
  const order = await endHold(tx, locked, home)
  return order.status === "unpaid" ? { ...locked, order } : null
}

async function keep(tx: Tx, order: OrderRow, shipping: ShippingForm): Promise<Placed> {
  const [row] = await tx.db
    .update(orders)
    .set({ shipping, updatedAt: tx.now(), version: sql`${orders.version} + 1` })
    .where(eq(orders.id, order.id))
    .returning()
  return { status: 200, order: (await withItems(tx, [row!]))[0]! }
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

async function giveWay(tx: Tx, locked: LockedOrder, home: string) {
  const { order } = locked
  if ((await moneyOn(tx, order.id)).any) {
    await tx.db.update(orders).set({ supersededAt: tx.now() }).where(eq(orders.id, order.id))
    await noteEvent(tx, order, order.status, { note: "a newer order was made while its payment is under way" })
    return
  }
  await move(tx, locked, "cancelled", { note: "the cart was changed", home, quietly: true })
}

interface Making {
  shipping: ShippingForm
  fingerprint: string
  home: string
}

async function make(
  tx: Tx,
  userId: number,
  lines: CartLine[],
  { shipping, fingerprint, home }: Making,
): Promise<Placed> {
  const gone = lines.find((line) => line.gone)
  if (gone) throw new Refusal("UNAVAILABLE", cartTexts.goneNamed(gone.name))
  const total = lines.reduce((sum, line) => sum + line.priceCents * line.quantity, 0)
  const order = await insertOrder(tx, userId, { shipping, fingerprint, total })
  const pictures = await primaryPictures(tx, lines)
  const items = await tx.db
    .insert(orderItems)
    .values(
      lines.map(({ dollId, name, description, priceCents, quantity }) => ({
        orderId: order.id,
        dollId,
        name,
        description,
        priceCents,
        quantity,
        imageUrl: pictures.get(dollId) ?? null,
      })),
    )
    .returning()
  await take(tx, items)
  await tx.db
    .insert(orderEvents)
    .values({ orderId: order.id, actorId: userId, toStatus: "unpaid", createdAt: tx.now() })
  await enqueue(tx, letterFor(order, home)!)
  const { id, orderNumber } = order
  await happened(tx, "order", { userId, subjectId: id, amountCents: total, detail: orderNumber })
  return { status: 201, order: (await withItems(tx, [order]))[0]! }
}

/** Order numbers are random, so that they tell nothing; the few that are taken already are drawn again. */
async function insertOrder(
  tx: Tx,
  userId: number,
  { shipping, fingerprint, total }: Omit<Making, "home"> & { total: number },
) {
  const now = tx.now()
  for (let draw = 0; draw < 100; draw++) {
    const [order] = await tx.db
      .insert(orders)
      .values({
        userId,
        reference: randomBytes(24).toString("base64url"),
        orderNumber: `ORD-${String(randomInt(1_000_000)).padStart(6, "0")}`,
        shipping,
        productsCents: total,
        totalCents: total,
        cartFingerprint: fingerprint,
        holdExpiresAt: after(now, holdFor),
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

/** What is bought, how much of it, and at which price: another price is another order. */
function fingerprintOf(lines: CartLine[]): string {
  const text = lines.map(({ dollId, quantity, priceCents }) => `${dollId}x${quantity}@${priceCents}`).join(",")
  return createHash("sha256").update(text).digest("hex")
}
