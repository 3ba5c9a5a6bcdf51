import { and, asc, eq, inArray, ne, sql } from "drizzle-orm"
import { notificationTexts } from "#contract/buyingText.ts"
import type { RefundReason, ReturnStatus } from "#contract/refunds.ts"
import { statement } from "../../platform/db/statement.ts"
import type { Tx } from "../../platform/db/store.ts"
import { recordEvent } from "../../platform/integrations/events.ts"
import { refundSent } from "../../platform/mail/emails.ts"
import { enqueue } from "../../platform/mail/outbox.ts"
import { fromCents } from "../../platform/money.ts"
import { notify } from "../../platform/notifications/notifications.ts"
import { touchDay } from "../../platform/records/touchedDays.ts"
import { spread } from "../discounts/apply.ts"
import { creditRefunds } from "./credit.ts"
import { aboutOrder } from "./emails.ts"
import {
  type ItemRow,
  type OrderRow,
  orderItems,
  orders,
  refundItems,
  refunds,
  returnItems,
  returns,
} from "./tables.ts"

export type RefundRow = typeof refunds.$inferSelect

/** Returns what was received for an order: the sum of its payments, frozen once it is paid. */
const receivedFor = ({ paidAt, revenueCents, totalCents, paidCents }: OrderRow) =>
  paidAt ? (revenueCents ?? totalCents) : Math.min(paidCents, totalCents)

/** Returns what can still be refunded, never more than was received. The caller holds the order's lock. */
export const refundableCents = (order: OrderRow) =>
  Math.max(0, receivedFor(order) - order.refundedCents - order.refundDueCents)

export function refundStateOf(order: OrderRow): "none" | "partial" | "full" {
  if (order.refundedCents === 0) return "none"
  return order.status === "refunded" || order.refundedCents >= receivedFor(order) ? "full" : "partial"
}

/** What was paid for a line: its price less its discount, with its share of a tax that was added. */
const netOf = ({ priceCents, quantity, discountCents, taxCents }: ItemRow) =>
  priceCents * quantity - discountCents + taxCents

/** Returns what was paid for these pieces, after `before` were refunded: the amounts add up to the cent. */
export function paidFor(item: ItemRow, quantity: number, before: number): number {
  const upTo = (pieces: number) => Math.round((netOf(item) * pieces) / item.quantity)
  return upTo(before + quantity) - upTo(before)
}

/** The pieces and cents of each line of an order that refunds and open returns have taken. */
export interface Taken {
  refunded: number
  returning: number
  cents: number
}

export async function takenOf(tx: Tx, orderId: number): Promise<(item: { id: number }) => Taken> {
  const refunded = await tx.db
    .select({
      id: refundItems.orderItemId,
      pieces: sql<number>`sum(${refundItems.quantity})::int`,
      cents: sql<string>`sum(${refundItems.amountCents})`,
    })
    .from(refundItems)
    .innerJoin(refunds, eq(refunds.id, refundItems.refundId))
    .where(and(eq(refunds.orderId, orderId), ne(refunds.status, "cancelled")))
    .groupBy(refundItems.orderItemId)
  // The refund of a return counts its pieces, so a return counts only until it has one.
  const returning = await tx.db
    .select({ id: returnItems.orderItemId, pieces: sql<number>`sum(${returnItems.quantity})::int` })
    .from(returnItems)
    .innerJoin(returns, eq(returns.id, returnItems.returnId))
    .where(
      and(
        eq(returns.orderId, orderId),
        inArray(returns.status, openReturns),
        sql`not exists (select from ${refunds} where ${refunds.returnId} = ${returns.id}
          and ${refunds.status} <> 'cancelled')`,
      ),
    )
    .groupBy(returnItems.orderItemId)
  return ({ id }) => {
    const found = refunded.find((row) => row.id === id)
    return {
      refunded: found?.pieces ?? 0,
      cents: Number(found?.cents ?? 0),
      returning: returning.find((row) => row.id === id)?.pieces ?? 0,
    }
  }
}

/** Returns the pieces that were refunded before their order shipped, by line: they are not packed. */
export async function piecesNotSent(tx: Tx, orderIds: number[]): Promise<Map<number, number>> {
  const rows = await tx.db
    .select({ id: refundItems.orderItemId, pieces: sql<number>`sum(${refundItems.quantity})::int` })
    .from(refundItems)
    .innerJoin(refunds, eq(refunds.id, refundItems.refundId))
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(
      and(
        inArray(orders.id, orderIds),
        ne(refunds.status, "cancelled"),
        sql`${refunds.createdAt} < coalesce(${orders.shippedAt}, 'infinity')`,
      ),
    )
    .groupBy(refundItems.orderItemId)
  return new Map(rows.map(({ id, pieces }) => [id, pieces]))
}

interface ToRefund {
  cents: number
  lines: { item: ItemRow; quantity: number; cents: number; restocked?: number; released?: number }[]
  reason: RefundReason
  returnId?: number | null
  note?: string | null
  payoutAddress?: string | null
  actorId?: number
}

/** Creates a refund that is due, and returns the order with it. The caller holds the order's lock. */
export async function openRefund(tx: Tx, order: OrderRow, { cents, lines, actorId, ...what }: ToRefund) {
  const [refund] = await tx.db
    .insert(refunds)
    .values({
      ...what,
      orderId: order.id,
      status: "due",
      amountCents: cents,
      createdBy: actorId ?? null,
      createdAt: tx.now(),
    })
    .returning()
  const rows = lines.map(({ item, cents: amountCents, ...pieces }) => ({
    ...pieces,
    refundId: refund!.id,
    orderItemId: item.id,
    amountCents,
  }))
  if (rows.length > 0) await tx.db.insert(refundItems).values(rows)
  return { refund: refund!, order: await addCents(tx, order, { due: cents, settled: 0 }) }
}

/** Refunds what is left of an order, with all pieces that were not refunded yet. */
export async function openRest(tx: Tx, order: OrderRow, items: ItemRow[], actorId?: number): Promise<OrderRow> {
  const cents = refundableCents(order)
  if (cents === 0) return order
  const taken = await takenOf(tx, order.id)
  const lines = shareOut(cents, items, taken).map(({ item, cents }) => ({
    item,
    quantity: item.quantity - taken(item).refunded,
    cents,
  }))
  return (await openRefund(tx, order, { cents, lines, reason: "payment", actorId })).order
}

/** Spreads an amount over the lines, in proportion to what was paid for them and not refunded. */
export function shareOut(cents: number, items: ItemRow[], taken: (item: ItemRow) => Taken) {
  const left = items.map((item) => Math.max(0, netOf(item) - taken(item).cents))
  // Only a shipping fee is left.
  const weights = left.some((one) => one > 0) ? left : items.map(netOf)
  return spread(cents, weights).map((share, index) => ({ item: items[index]!, cents: share }))
}

/** The provider's payout; null where it is unknown. */
export interface Payout {
  payoutId: string | null
  payoutAmount: string | null
  payoutCurrency: string | null
}

export interface Settling {
  home: string
  actorId?: number
  payout?: Payout
}

/** Settles a refund that was paid out. The caller holds the order's lock and has checked that it is due. */
export async function settleRefund(tx: Tx, order: OrderRow, refund: RefundRow, how: Settling): Promise<OrderRow> {
  const now = tx.now()
  await tx.db
    .update(refunds)
    .set({ status: "settled", settledAt: now, settledBy: how.actorId ?? null, ...how.payout })
    .where(eq(refunds.id, refund.id))
  if (order.invoiceNumber) await creditRefunds(tx, [refund.id])
  await tx.db.execute(sql`update ${orderItems} set refunded_cents = ${orderItems.refundedCents} + share.cents
    from (select order_item_id, sum(amount_cents) as cents from refund_items where refund_id = ${refund.id}
      group by order_item_id) as share
    where ${orderItems.id} = share.order_item_id`)
  let after = await addCents(tx, order, { due: -refund.amountCents, settled: refund.amountCents })
  if (order.paidAt) await touchDay(tx, order.paidAt)
  if (refund.returnId !== null) after = await endReturn(tx, after, refund.returnId)
  await recordEvent(tx, "order.refunded", {
    order_id: order.id,
    order_number: order.orderNumber,
    // The last refund of an order that is not shipped ends it in the same transaction.
    status: order.status === "refund_due" && after.refundDueCents === 0 ? "refunded" : order.status,
    total: fromCents(order.totalCents),
    amount: fromCents(refund.amountCents),
    refunded: fromCents(after.refundedCents),
  })
  const about = aboutOrder(after, how.home)
  const email = refundSent({ ...about, refundId: refund.id, amountCents: refund.amountCents, ...how.payout })
  await enqueue(tx, email, order.language)
  const text = { ...notificationTexts.refundSent, values: [{ cents: refund.amountCents }, order.orderNumber] }
  await notify(tx, order.userId, { kind: "refund_sent", ...text, link: `/order/${order.id}` })
  return after
}

export async function settleAllDue(tx: Tx, order: OrderRow, how: Settling): Promise<OrderRow> {
  let after = order
  for (const refund of await dueRefunds(tx, order.id)) after = await settleRefund(tx, after, refund, how)
  return after
}

function dueRefunds(tx: Tx, orderId: number): Promise<RefundRow[]> {
  return tx.db
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), eq(refunds.status, "due")))
    .orderBy(asc(refunds.id))
}

async function endReturn(tx: Tx, order: OrderRow, id: number): Promise<OrderRow> {
  await tx.db.update(returns).set({ status: "refunded", endedAt: tx.now() }).where(eq(returns.id, id))
  return countReturns(tx, order)
}

export async function hasOpenReturn(tx: Tx, orderId: number, statuses: ReturnStatus[] = openReturns): Promise<boolean> {
  const [row] = await tx.db
    .select({ id: returns.id })
    .from(returns)
    .where(and(eq(returns.orderId, orderId), inArray(returns.status, statuses)))
    .limit(1)
  return row !== undefined
}

export const openReturns: ReturnStatus[] = ["requested", "approved", "received"]

/** Updates the number of returns that wait for a decision or a refund by staff. */
export async function countReturns(tx: Tx, order: OrderRow): Promise<OrderRow> {
  const [row] = await tx.db
    .update(orders)
    .set({
      returnsWaiting: sql`(select count(*)::int from ${returns} where ${returns.orderId} = ${order.id}
        and ${returns.status} in ('requested', 'received')
        and not exists (select from ${refunds} where ${refunds.returnId} = ${returns.id} and ${refunds.status} = 'due'))`,
      updatedAt: tx.now(),
    })
    .where(eq(orders.id, order.id))
    .returning()
  return row!
}

export async function addCents(tx: Tx, order: OrderRow, { due, settled }: { due: number; settled: number }) {
  const [row] = await tx.db
    .update(orders)
    .set({
      refundDueCents: sql`${orders.refundDueCents} + ${due}`,
      refundedCents: sql`${orders.refundedCents} + ${settled}`,
      version: sql`${orders.version} + 1`,
      updatedAt: tx.now(),
    })
    .where(eq(orders.id, order.id))
    .returning()
  return row!
}

/**
 * Writes the refunds that nodes of the version before have stored without a record: without lines, and dated now,
 * because the days before are counted. Orders of a demo are made with their past, which is not counted yet.
 */
export async function recordUnrecordedRefunds(store: Tx, { inPast = false } = {}): Promise<void> {
  await statement(
    store,
    "",
    `with missing as materialized (
      select id, status, coalesce(revenue_cents, total_cents) as cents,
        coalesce(case when $2::boolean then refunded_at end, $1::timestamptz) as at from orders
      where status in ('refund_due', 'refunded') and paid_at is not null and refunded_cents + refund_due_cents = 0
        and coalesce(revenue_cents, total_cents) > 0
      for update
    ), known as (
      insert into refunds (order_id, status, amount_cents, reason, created_at, settled_at)
      select id, case status when 'refunded' then 'settled' else 'due' end, cents, 'other', at,
        case status when 'refunded' then at end from missing
    )
    update orders o set refunded_cents = case m.status when 'refunded' then m.cents else 0 end,
      refund_due_cents = case m.status when 'refund_due' then m.cents else 0 end
    from missing m where m.id = o.id`,
    [store.now(), inPast],
  )
}
