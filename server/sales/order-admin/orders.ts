import { and, asc, count, desc, eq, gte, inArray, isNotNull, lt, lte, or, type SQL, sql } from "drizzle-orm"
import type { AdminOrder, AdminOrderDetail, AdminOrdersQuery, Attention } from "#contract/admin.ts"
import { attentionTexts, orderFilterTexts, periodTexts } from "#contract/adminText.ts"
import { orderTexts, paymentTexts } from "#contract/buyingText.ts"
import type { CorrectAddress, MoveOrder, OrderStatus, ShippingForm } from "#contract/orders.ts"
import { refundTexts } from "#contract/refundText.ts"
import { type Actor, assertAdmin, assertSteppedUp, type Person } from "../../platform/auth/actor.ts"
import { users } from "../../platform/auth/tables.ts"
import { beginOf, endOf } from "../../platform/clock.ts"
import { type Batches, inBatches } from "../../platform/db/batches.ts"
import { countOf, isMany } from "../../platform/db/counting.ts"
import { after, inOrder, type Order } from "../../platform/db/pagination.ts"
import { searchPattern } from "../../platform/db/search.ts"
import { shopSetting } from "../../platform/db/shopSetting.ts"
import type { Tx } from "../../platform/db/store.ts"
import { matches } from "../../platform/http/preconditions.ts"
import { said } from "../../platform/languages.ts"
import { fromCents, toCents } from "../../platform/money.ts"
import { notify } from "../../platform/notifications/notifications.ts"
import { audit } from "../../platform/records/audit.ts"
import { differing } from "../../platform/records/changes.ts"
import { touchDay } from "../../platform/records/touchedDays.ts"
import { invalid, notFound, Refusal } from "../../platform/refusal.ts"
import { readSelling } from "../../platform/shop-settings/selling.ts"
import { carrierFor, tracking } from "../carriers/carriers.ts"
import { assertShipsTo } from "../orders/checkout.ts"
import { emailAddressChanged } from "../orders/emails.ts"
import { noteEvent } from "../orders/events.ts"
import { type LockedOrder, lockOrder } from "../orders/locks.ts"
import { addressNotification, publishWaiting } from "../orders/notifications.ts"
import { withItems } from "../orders/present.ts"
import { reopen } from "../orders/reopen.ts"
import { isCorrectable, nextStatuses, noMove, reopenableUntil } from "../orders/states.ts"
import { type OrderRow, orderEvents, orderItems, orders } from "../orders/tables.ts"
import { transition } from "../orders/transitions.ts"
import { paymentsOf } from "../payments/books.ts"
import type { PaymentRow } from "../payments/money.ts"
import { receivedCents } from "../payments/progress.ts"
import { payments } from "../payments/tables.ts"
import { refundableOf, refundsOf } from "../refunds/refunds.ts"
import { returnsOf } from "../refunds/returns.ts"

export async function listAllOrders(tx: Tx, actor: Actor, query: AdminOrdersQuery) {
  assertAdmin(actor, "financial_admin")
  const { skip, limit, sort } = query
  const { where, total } = await filterOf(tx, query)
  const order = inOrder(orders, sorts[sort])
  const page = tx.db
    .select({ id: orders.id })
    .from(orders)
    .where(where)
    .orderBy(...order)
  const rows = await tx.db
    .select()
    .from(orders)
    .where(sql`${orders.id} in (${page.limit(limit).offset(skip)})`)
    .orderBy(...order)
  return { items: await present(tx, rows), total }
}

export function exportOrders(tx: Tx, actor: Actor, query: AdminOrdersQuery): Batches<AdminOrder> {
  assertAdmin(actor, "financial_admin")
  assertSteppedUp(actor, tx.now())
  const order = sorts[query.sort]
  let where: SQL | undefined
  return inBatches(async (before, limit) => {
    if (before === null) where = (await filterOf(tx, query)).where
    const rows = await tx.db
      .select()
      .from(orders)
      .where(and(where, after(orders, order, before)))
      .orderBy(...inOrder(orders, order))
      .limit(limit)
    return present(tx, rows)
  })
}

const sorts: Record<AdminOrdersQuery["sort"], Order> = {
  newest: { by: orders.createdAt, down: true },
  oldest: { by: orders.createdAt },
  amount_desc: { by: orders.totalCents, down: true },
  amount_asc: { by: orders.totalCents },
}

/** Returns an order with its events, its payments and its next statuses. */
export async function getAnyOrder(tx: Tx, actor: Actor, id: number) {
  assertAdmin(actor, "financial_admin")
  const [row] = await tx.db.select().from(orders).where(eq(orders.id, id))
  if (!row) throw notFound()
  return tagged(tx, row)
}

/** Returns the condition for matching orders and their number, on which the fastest query depends. */
async function filterOf(tx: Tx, { q, ...given }: Filter) {
  const { status, review, attention } = given
  const zone =
    (given.paid_from ?? given.paid_to ?? given.placed_from ?? given.placed_to)
      ? await shopSetting(tx, "time_zone")
      : undefined
  const among = and(
    status === "all" ? undefined : eq(orders.status, status),
    ...placedConditions(given, zone),
    ...soldConditions(given, zone),
    review ? eq(orders.review, review) : undefined,
    attention ? needsAttention : undefined,
  )
  const counted = (name: string, where: SQL | undefined) =>
    countOf(tx, name, sql`${orders} where ${where ?? sql`true`}`)
  const number = await counted(`orders ${JSON.stringify(given)}`, among)
  if (!q) return { where: among, total: number }
  const { all, along } = matching(q)
  const name = `orders ${JSON.stringify({ ...given, q })}`
  if (number <= few) return { where: and(among, along), total: await counted(name, and(among, along)) }
  if (!isMany(tx, name)) {
    const rows = await tx.db
      .select({ id: orders.id })
      .from(orders)
      .where(and(among, all))
      .limit(many + 1)
    const ids = rows.map(({ id }) => id)
    if (ids.length <= many) return { where: sql`${orders.id} = any(${`{${ids}}`}::int[])`, total: ids.length }
  }
  return { where: and(among, along), total: await counted(name, and(among, all)) }
}

type Filter = Omit<AdminOrdersQuery, "skip" | "limit" | "sort">

function placedConditions(filter: Filter, zone: string | undefined): (SQL | undefined)[] {
  const { placed_from, placed_to, min_amount, max_amount, model } = filter
  if (placed_from && placed_to && placed_to < placed_from) throw invalid("placed_to", periodTexts.backwards)
  if (min_amount !== undefined && max_amount !== undefined && max_amount < min_amount) {
    throw invalid("max_amount", orderFilterTexts.noAmount)
  }
  return [
    placed_from ? gte(orders.createdAt, beginOf(placed_from, zone)) : undefined,
    placed_to ? lt(orders.createdAt, endOf(placed_to, zone)) : undefined,
    min_amount === undefined ? undefined : gte(orders.totalCents, toCents(min_amount)),
    max_amount === undefined ? undefined : lte(orders.totalCents, toCents(max_amount)),
    model
      ? sql`${orders.id} in (select i.order_id from order_items i where lower(i.name) ~ ${searchPattern(model)})`
      : undefined,
  ]
}

/** Conditions for the orders that a row of a report sums up, whose period is that of their payment. */
function soldConditions(filter: Filter, zone: string | undefined): (SQL | undefined)[] {
  const { paid_from, paid_to, country, doll_id, category, customers } = filter
  const isSold = category ?? customers
  const earlier = sql`exists (select from orders e where e.user_id = ${orders.userId} and e.paid_at is not null
    and (e.paid_at, e.id) < (${orders.paidAt}, ${orders.id}))`
  return [
    paid_from ? gte(orders.paidAt, beginOf(paid_from, zone)) : isSold ? isNotNull(orders.paidAt) : undefined,
    paid_to ? lt(orders.paidAt, endOf(paid_to, zone)) : undefined,
    country ? sql`${orders.shipping} ->> 'country' = ${country}` : undefined,
    doll_id
      ? sql`exists (select from order_items i where i.order_id = ${orders.id} and i.doll_id = ${doll_id})`
      : undefined,
    category
      ? sql`exists (select from order_items i join dolls d on d.id = i.doll_id
          where i.order_id = ${orders.id} and d.category = ${category})`
      : undefined,
    customers ? (customers === "new" ? sql`not ${earlier}` : earlier) : undefined,
  ]
}

const waiting: OrderStatus[] = ["needs_review", "refund_due"]
const due: ("open" | "refund_due")[] = ["open", "refund_due"]
/** The condition for orders that need attention, as in the partial index. */
export const needsAttention = or(
  inArray(orders.status, waiting),
  inArray(orders.review, due),
  sql`${orders.refundDueCents} > 0`,
  sql`${orders.returnsWaiting} > 0`,
)!

export async function countWaiting(tx: Tx, actor: Actor): Promise<number> {
  assertAdmin(actor, "financial_admin")
  const [row] = await tx.db.select({ count: count() }).from(orders).where(needsAttention)
  return row!.count
}

const shown = (name: keyof ShippingForm) => sql`coalesce(${orders.shipping} ->> ${sql.raw(`'${name}'`)}, '')`
/**
 * The expression of the index orders_shown_search: the parcel's texts, the city with its state and postcode in the
 * orders that people write them in, then phone, postcode and tracking number without spaces and signs.
 */
export const searched = sql`lower(${orders.orderNumber} || E'\n' || ${shown("firstName")} || ' '
  || ${shown("lastName")} || E'\n' || ${shown("email")} || E'\n' || ${shown("address")} || E'\n'
  || ${shown("city")} || ', ' || ${shown("state")} || ' ' || ${shown("zipCode")} || ' '
  || ${shown("city")} || ' ' || ${shown("state")} || ' ' || ${shown("zipCode")} || ' '
  || ${shown("city")} || ' ' || ${shown("zipCode")} || E'\n'
  || regexp_replace(${shown("phone")} || E'\n' || ${shown("zipCode")} || E'\n' || coalesce(${orders.trackingNumber}, ''),
    '[^[:alnum:]\\n]', '', 'g'))`

/** Up to this number of orders are compared one by one, without the search indexes. */
const few = 2000
/** With more matches than this number, the list is scanned in order: its first page fills quickly. */
const many = 10_000

/** Returns two conditions: `all` finds every match by index, `along` tests one order at a time in list order. */
function matching(q: string): { all: SQL; along: SQL } {
  const pattern = searchPattern(q)
  const named = sql`lower(${users.fullName} || E'\n' || ${users.email}) ~ ${pattern} and ${users.deletedAt} is null`
  const called = sql`lower(${orderItems.name}) ~ ${pattern}`
  const numbered = sql`lower(${payments.paymentId}) ~ ${pattern}`
  const bare = q.replace(/[^\p{L}\p{N}]/gu, "")
  const written = [q, ...(bare.length >= 3 && bare.length < q.length ? [bare] : [])].map(
    (text) => sql`${searched} ~ ${searchPattern(text)}`,
  )
  const all = sql`${orders.id} in (select ${orders.id} from ${orders} where ${or(...written)}
    union select ${orders.id} from ${orders} join ${users} on ${users.id} = ${orders.userId} where ${named}
    union select ${orderItems.orderId} from ${orderItems} where ${called}
    union select ${payments.orderId} from ${payments} where ${numbered} and ${payments.orderId} is not null)`
  // The order's own text is the most expensive to compare, so it comes last. With `exists` the planner would read the
  // other tables completely first.
  const along = or(
    sql`(select ${named} from ${users} where ${users.id} = ${orders.userId})`,
    sql`(select bool_or(${called}) from ${orderItems} where ${orderItems.orderId} = ${orders.id})`,
    sql`(select bool_or(${numbered}) from ${payments} where ${payments.orderId} = ${orders.id})`,
    ...written,
  )!
  return { all, along }
}

/** Returns the newest orders that match, for the search of the audit log. */
export async function ordersHolding(tx: Tx, q: string, most: number): Promise<number[]> {
  const rows = await tx.db
    .select({ id: orders.id })
    .from(orders)
    .where(matching(q).all)
    .orderBy(desc(orders.id))
    .limit(most)
  return rows.map(({ id }) => id)
}

/** Changes an order's status on behalf of staff. They cannot mark an order as paid. */
export async function moveOrder(tx: Tx, actor: Actor, id: number, input: MoveOrder, { ifMatch, home }: Guarded) {
  assertAdmin(actor, "financial_admin")
  if (isRefund(input)) assertSteppedUp(actor, tx.now())
  const locked = await lockOrder(tx, id)
  if (!locked) throw notFound()
  assertSeen(locked.order, ifMatch)
  let order = locked.order
  if (input.status === "cancelled") {
    order = await cancelUnpaid(tx, actor, locked, { reason: input.reason, home })
  } else if (input.status) {
    if (order.status === "unpaid") throw noMove(order.status, input.status)
    if (input.status === "refunded" && order.refundDueCents > 0) {
      throw new Refusal("WRONG_STATE", refundTexts.payoutsFirst)
    }
    if (input.status === "shipped" && !input.tracking_number && !order.trackingNumber) {
      throw invalid("tracking_number", orderTexts.trackingRequired)
    }
    order = await transition(tx, locked, input.status, {
      actorId: actor.id,
      trackingNumber: input.tracking_number,
      carrierId: await carrierIdOf(tx, order, input),
      home,
    })
  } else if (input.tracking_number || input.carrier !== undefined) {
    order = await correctTracking(tx, order, input, actor.id)
  }
  if (input.review) order = await moveReview(tx, order, input.review, actor.id)
  const trackingOf = await tracking(tx, [locked.order, order])
  const told = (row: OrderRow) => ({
    status: row.status,
    review: row.review,
    tracking_number: row.trackingNumber,
    ...(row.carrierId === null ? {} : { carrier: trackingOf(row).carrier }),
  })
  await audit(tx, actor, {
    action: "order.move",
    target: { kind: "order", id },
    before: told(locked.order),
    after: told(order),
  })
  return tagged(tx, order)
}

/** Cancels an order as its customer can: only while nothing is paid and no payment is pending. */
function cancelUnpaid(
  tx: Tx,
  actor: Person,
  locked: LockedOrder,
  { reason, home }: { reason: string | undefined; home: string },
): Promise<OrderRow> {
  const { status, paymentState } = locked.order
  if (status !== "unpaid") throw new Refusal("WRONG_STATE", orderTexts.notCancellable)
  if (paymentState === "coming") throw new Refusal("WRONG_STATE", paymentTexts.underWay)
  if (paymentState !== null) throw new Refusal("WRONG_STATE", orderTexts.partArrived)
  if (!reason) throw invalid("reason", orderTexts.reasonRequired)
  // The reason is stored with the order and erased with its address, because events and the audit log are kept.
  return transition(tx, locked, "cancelled", { actorId: actor.id, note: "by the shop", reason, home })
}

/**
 * Corrects the address of a parcel that has not been sent. The audit log has the names of the fields without their
 * values: it is never deleted, whereas the address is deleted with the account.
 */
export async function correctAddress(tx: Tx, actor: Actor, id: number, input: CorrectAddress, guarded: Correcting) {
  assertAdmin(actor, "financial_admin")
  assertSteppedUp(actor, tx.now())
  const locked = await lockOrder(tx, id)
  if (!locked) throw notFound()
  const { order } = locked
  assertSeen(order, guarded.ifMatch)
  if (!isCorrectable(order)) throw new Refusal("WRONG_STATE", orderTexts.addressFixed)
  const { country } = input
  if (country !== order.shipping.country) assertShipsTo(country, guarded.noShipping, await readSelling(tx))
  const fields = Object.keys(differing(order.shipping, input).after)
  if (fields.length === 0) throw new Refusal("WRONG_STATE", orderTexts.nothingToChange)
  await noteEvent(tx, order, order.status, { actorId: actor.id, note: "delivery address" })
  const corrected = await change(tx, order, { shipping: { ...order.shipping, ...input } })
  // The reports of that day have figures by country.
  if (order.paidAt) await touchDay(tx, order.paidAt)
  await audit(tx, actor, { action: "order.address", target: { kind: "order", id }, after: { fields } })
  await emailAddressChanged(tx, corrected, guarded.home)
  await notify(tx, order.userId, addressNotification(corrected))
  return tagged(tx, corrected)
}

interface Correcting extends Guarded {
  noShipping: readonly string[]
}

/** Reverts a completion within a day. */
export async function reopenOrder(tx: Tx, actor: Actor, id: number, { ifMatch }: Pick<Guarded, "ifMatch">) {
  assertAdmin(actor, "financial_admin")
  const locked = await lockOrder(tx, id)
  if (!locked) throw notFound()
  assertSeen(locked.order, ifMatch)
  const order = await reopen(tx, locked.order, actor.id)
  await audit(tx, actor, {
    action: "order.reopen",
    target: { kind: "order", id },
    before: { status: locked.order.status },
    after: { status: order.status },
  })
  return tagged(tx, order)
}

/** Throws STALE if the order has changed since it was read. */
export function assertSeen(order: OrderRow, ifMatch: string | undefined): void {
  if (ifMatch && !matches(ifMatch, tagOf(order))) throw new Refusal("STALE", orderTexts.changed)
}

const isRefund = ({ status, review }: MoveOrder) =>
  [status, review].some((to) => to === "refund_due" || to === "refunded")

interface Guarded {
  ifMatch?: string
  home: string
}

/** Returns undefined if the carrier does not change. */
async function carrierIdOf(tx: Tx, order: OrderRow, { carrier, tracking_number }: MoveOrder) {
  if (!carrier) return carrier === undefined ? undefined : null
  return (await carrierFor(tx, carrier, tracking_number ?? order.trackingNumber ?? "")).id
}

async function correctTracking(tx: Tx, order: OrderRow, input: MoveOrder, actorId: number): Promise<OrderRow> {
  if (order.status !== "to_be_shipped" && order.status !== "shipped") {
    throw noMove(order.status, "shipped")
  }
  const carrierId = await carrierIdOf(tx, order, input)
  await noteEvent(tx, order, order.status, { actorId, note: "tracking number" })
  return change(tx, order, { trackingNumber: input.tracking_number ?? order.trackingNumber, carrierId })
}

/** Changes the review of a second payment, whose own statuses are open, refund due and refunded. */
async function moveReview(tx: Tx, order: OrderRow, to: "refund_due" | "refunded", actorId: number): Promise<OrderRow> {
  const allowed =
    (order.review === "open" && to === "refund_due") || (order.review === "refund_due" && to === "refunded")
  if (!allowed) throw noMove(order.review ?? "no review", to)
  await noteEvent(tx, order, order.status, { actorId, note: `review: ${to}` })
  publishWaiting(tx)
  return change(tx, order, { review: to })
}

async function change(tx: Tx, order: OrderRow, fields: Partial<OrderRow>): Promise<OrderRow> {
  const [row] = await tx.db
    .update(orders)
    .set({ ...fields, version: sql`${orders.version} + 1`, updatedAt: tx.now() })
    .where(eq(orders.id, order.id))
    .returning()
  return row!
}

export async function tagged(tx: Tx, row: OrderRow): Promise<{ order: AdminOrderDetail; etag: string }> {
  const [order] = await present(tx, [row])
  const paid = await paymentsOf(tx, row.id)
  const numbers = paid.map(({ id, payment_id }) => ({ id, paymentId: payment_id }))
  const events = await tx.db
    .select({ event: orderEvents, actor: users.fullName })
    .from(orderEvents)
    .leftJoin(users, eq(users.id, orderEvents.actorId))
    .where(eq(orderEvents.orderId, row.id))
    .orderBy(asc(orderEvents.id))
  const detail = {
    ...order!,
    address: isCorrectable(row) ? row.shipping : null,
    terms_version: row.termsVersion,
    privacy_version: row.privacyVersion,
    reopenable_until: reopenableUntil(row, tx.now())?.toISOString() ?? null,
    events: events.map(({ event, actor }) => ({
      id: event.id,
      actor,
      from: event.fromStatus,
      to: event.toStatus,
      note: numbered(event.note, numbers),
      created_at: event.createdAt.toISOString(),
    })),
    payments: paid,
    refunds: await refundsOf(tx, row),
    returns: await returnsOf(tx, row.id),
    refundable: await refundableOf(tx, row),
    moves: movesOf(row),
  }
  return { order: detail, etag: tagOf(row) }
}

/** Returns the statuses that staff can set. An order with a refund that is due becomes refunded by its payout. */
function movesOf({ status, refundDueCents, paymentState }: OrderRow): OrderStatus[] {
  if (status === "unpaid") return paymentState === null ? ["cancelled"] : []
  return nextStatuses(status).filter((to) => to !== "needs_review" && (to !== "refunded" || refundDueCents === 0))
}

/** Uses a fixed number of statements, however many orders there are. */
async function present(tx: Tx, rows: OrderRow[]): Promise<AdminOrder[]> {
  const plain = await withItems(tx, rows)
  const people = await peopleOf(tx, rows)
  const money = await moneyOf(tx, rows)
  return rows.map((row, index) => {
    const person = people.get(row.userId ?? 0)
    const paid = money.get(row.id) ?? []
    return {
      ...plain[index]!,
      user_id: row.userId,
      user: person?.name ?? null,
      user_email: person?.email || null,
      review_reason: numbered(row.reviewReason, paid),
      arrived: fromCents(receivedCents(paid, row.totalCents)),
      attention: attentionFor(
        row,
        paid.flatMap(({ flags }) => flags),
      ),
    }
  })
}

async function peopleOf(tx: Tx, rows: OrderRow[]) {
  const ids = [...new Set(rows.flatMap(({ userId }) => userId ?? []))]
  if (ids.length === 0) return new Map<number, { name: string; email: string }>()
  const people = await tx.db
    .select({ id: users.id, name: users.fullName, email: users.email })
    .from(users)
    .where(inArray(users.id, ids))
  return new Map(people.map((person) => [person.id, person]))
}

/** Returns all payments and payment attempts, by order. */
async function moneyOf(tx: Tx, rows: OrderRow[]): Promise<Map<number, PaymentRow[]>> {
  if (rows.length === 0) return new Map()
  const ids = rows.map(({ id }) => id)
  const found = await tx.db.select().from(payments).where(inArray(payments.orderId, ids))
  return Map.groupBy(found, ({ orderId }) => orderId!)
}

/** Replaces our internal payment ids with the provider's, which people know. */
function numbered(note: string | null, paid: { id: number; paymentId: string }[]): string | null {
  return (
    note?.replace(/\bpayment (\d+)/, (all, id) => {
      const payment = paid.find((one) => one.id === Number(id))
      return payment ? `payment ${payment.paymentId}` : all
    }) ?? null
  )
}

/** Returns what is wrong with an order and what to do; null when it needs nothing. */
function attentionFor(row: OrderRow, flags: string[]): Attention | null {
  const found = attentionTextsOf(row, flags)
  return found && { what: said(found.what), todo: said(found.todo) }
}

function attentionTextsOf(
  { status, review, reviewReason, refundDueCents, returnsWaiting }: OrderRow,
  flags: string[],
): Attention | null {
  if (status === "needs_review") {
    const why = (["foreign", "redeposit", "short", "late"] as const).find((flag) => flags.includes(flag))
    return attentionTexts[why ?? "short"]
  }
  if (status === "refund_due" || review === "refund_due") return attentionTexts.refundDue
  if (review !== "open") {
    if (refundDueCents > 0) return attentionTexts.partRefundDue
    return returnsWaiting > 0 ? attentionTexts.returnWaits : null
  }
  if (reviewReason?.endsWith("after a partial refund")) return attentionTexts.refundedAgain
  return reviewReason?.endsWith("refunded after shipping") ? attentionTexts.refundedLate : attentionTexts.second
}

const tagOf = (row: OrderRow) => `"${row.id}-${row.version}"`
