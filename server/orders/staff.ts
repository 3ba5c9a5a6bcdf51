import { and, asc, eq, inArray, or, type SQL, sql } from "drizzle-orm"
import type { AdminOrder, AdminOrderDetail, AdminOrdersQuery, Attention } from "#contract/admin.ts"
import { attentionTexts } from "#contract/adminText.ts"
import type { MoveOrder, OrderStatus } from "#contract/orders.ts"
import { orderTexts } from "#contract/texts.ts"
import { type Actor, assertAdmin } from "../accounts/actor.ts"
import { likeText } from "../accounts/members.ts"
import { users } from "../accounts/tables.ts"
import { after, inOrder, type Order } from "../db/inOrder.ts"
import type { Tx } from "../db/store.ts"
import { type Batches, inBatches } from "../http/csv.ts"
import { paymentsOf } from "../payments/books.ts"
import { payments } from "../payments/tables.ts"
import { invalid, notFound, Refusal } from "../refusal.ts"
import { audit } from "../staff/audit.ts"
import { countOf } from "../staff/counting.ts"
import { withItems } from "./present.ts"
import { orderEvents, orders } from "./tables.ts"
import { lockOrder, move, noteEvent, type OrderRow, waysOf } from "./transitions.ts"

export async function listAllOrders(tx: Tx, actor: Actor, query: AdminOrdersQuery) {
  assertAdmin(actor, "financial_admin")
  const { skip, limit, sort, ...filter } = query
  const where = filterOf(query)
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
  const total = await countOf(tx, `orders ${JSON.stringify(filter)}`, sql`${orders} where ${where ?? sql`true`}`)
  return { items: await present(tx, rows), total }
}

export function exportOrders(tx: Tx, actor: Actor, query: AdminOrdersQuery): Batches<AdminOrder> {
  assertAdmin(actor, "financial_admin")
  const where = filterOf(query)
  const order = sorts[query.sort]
  return inBatches(async (before, limit) => {
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

/** With everything that happened to it, all of its money, and where it may go from here. */
export async function getAnyOrder(tx: Tx, actor: Actor, id: number) {
  assertAdmin(actor, "financial_admin")
  const [row] = await tx.db.select().from(orders).where(eq(orders.id, id))
  if (!row) throw notFound()
  return tagged(tx, row)
}

function filterOf({ status, review, attention, q }: AdminOrdersQuery): SQL | undefined {
  return and(
    status === "all" ? undefined : eq(orders.status, status),
    review ? eq(orders.review, review) : undefined,
    attention ? or(inArray(orders.status, waiting), inArray(orders.review, due)) : undefined,
    q ? sql`${searched} like ${likeText(q)}` : undefined,
  )
}

const waiting: OrderStatus[] = ["needs_review", "refund_due"]
const due: ("open" | "refund_due")[] = ["open", "refund_due"]
/** As the index has it. */
const searched = sql`lower(${orders.orderNumber} || E'\n' || coalesce(${orders.shipping} ->> 'firstName', '') || ' '
  || coalesce(${orders.shipping} ->> 'lastName', '') || E'\n' || coalesce(${orders.shipping} ->> 'email', ''))`

/** What staff may move: everything after the payment. Whether an order is paid is not for people to say. */
export async function moveOrder(tx: Tx, actor: Actor, id: number, input: MoveOrder, { ifMatch, home }: Guarded) {
  assertAdmin(actor, "financial_admin")
  const locked = await lockOrder(tx, id)
  if (!locked) throw notFound()
  if (ifMatch && !matches(ifMatch, tagOf(locked.order))) throw new Refusal("STALE", orderTexts.changed)
  let order = locked.order
  if (input.status) {
    if (order.status === "unpaid") throw new Refusal("WRONG_STATE", orderTexts.noMove(order.status, input.status))
    if (input.status === "shipped" && !input.tracking_number && !order.trackingNumber) {
      throw invalid("tracking_number", orderTexts.trackingRequired)
    }
    order = await move(tx, locked, input.status, { actorId: actor.id, trackingNumber: input.tracking_number, home })
  } else if (input.tracking_number) {
    order = await correctTracking(tx, order, input.tracking_number, actor.id)
  }
  if (input.review) order = await moveReview(tx, order, input.review, actor.id)
  const told = ({ status, review, trackingNumber }: OrderRow) => ({ status, review, tracking_number: trackingNumber })
  await audit(tx, actor, {
    action: "order.move",
    target: { kind: "order", id },
    before: told(locked.order),
    after: told(order),
  })
  return tagged(tx, order)
}

interface Guarded {
  ifMatch?: string
  home: string
}

async function correctTracking(tx: Tx, order: OrderRow, trackingNumber: string, actorId: number): Promise<OrderRow> {
  if (order.status !== "to_be_shipped" && order.status !== "shipped") {
    throw new Refusal("WRONG_STATE", orderTexts.noMove(order.status, "shipped"))
  }
  await noteEvent(tx, order, order.status, { actorId, note: "tracking number" })
  return change(tx, order, { trackingNumber })
}

/** The money of a second payment has a way of its own, beside the order's: open, refund due, refunded. */
async function moveReview(tx: Tx, order: OrderRow, to: "refund_due" | "refunded", actorId: number): Promise<OrderRow> {
  const allowed =
    (order.review === "open" && to === "refund_due") || (order.review === "refund_due" && to === "refunded")
  if (!allowed) throw new Refusal("WRONG_STATE", orderTexts.noMove(order.review ?? "no review", to))
  await noteEvent(tx, order, order.status, { actorId, note: `review: ${to}` })
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

async function tagged(tx: Tx, row: OrderRow): Promise<{ order: AdminOrderDetail; etag: string }> {
  const [order] = await present(tx, [row])
  const events = await tx.db
    .select({ event: orderEvents, actor: users.fullName })
    .from(orderEvents)
    .leftJoin(users, eq(users.id, orderEvents.actorId))
    .where(eq(orderEvents.orderId, row.id))
    .orderBy(asc(orderEvents.id))
  const detail = {
    ...order!,
    events: events.map(({ event, actor }) => ({
      id: event.id,
      actor,
      from: event.fromStatus,
      to: event.toStatus,
      note: event.note,
      created_at: event.createdAt.toISOString(),
    })),
    payments: await paymentsOf(tx, row.id),
    moves: row.status === "unpaid" ? [] : waysOf(row.status).filter((status) => status !== "needs_review"),
  }
  return { order: detail, etag: tagOf(row) }
}

/** A fixed number of statements, however many orders. */
async function present(tx: Tx, rows: OrderRow[]): Promise<AdminOrder[]> {
  const plain = await withItems(tx, rows)
  const people = await peopleOf(tx, rows)
  const flags = await flagsOf(tx, rows)
  return rows.map((row, index) => {
    const person = people.get(row.userId ?? 0)
    return {
      ...plain[index]!,
      user_id: row.userId,
      user: person?.name ?? null,
      user_email: person?.email || null,
      review_reason: row.reviewReason,
      attention: attentionFor(row, flags.get(row.id) ?? []),
    }
  })
}

async function peopleOf(tx: Tx, rows: OrderRow[]) {
  const ids = [...new Set(rows.flatMap(({ userId }) => userId ?? []))]
  if (ids.length === 0) return new Map<number, { name: string; email: string }>()
  const found = await tx.db
    .select({ id: users.id, name: users.fullName, email: users.email })
    .from(users)
    .where(inArray(users.id, ids))
  return new Map(found.map((person) => [person.id, person]))
}

async function flagsOf(tx: Tx, rows: OrderRow[]): Promise<Map<number, string[]>> {
  const ids = rows.filter(({ status }) => status === "needs_review").map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const found = await tx.db
    .select({ id: payments.orderId, flags: payments.flags })
    .from(payments)
    .where(inArray(payments.orderId, ids))
  return new Map([...Map.groupBy(found, ({ id }) => id!)].map(([id, all]) => [id, all.flatMap(({ flags }) => flags)]))
}

/** What happened, and what to do; nothing for an order that goes its way. */
function attentionFor({ status, review, reviewReason }: OrderRow, flags: string[]): Attention | null {
  if (status === "needs_review") {
    const why = (["foreign", "redeposit", "short", "late"] as const).find((flag) => flags.includes(flag))
    return attentionTexts[why ?? "short"]
  }
  if (status === "refund_due" || review === "refund_due") return attentionTexts.refundDue
  if (review !== "open") return null
  return reviewReason?.endsWith("refunded after shipping") ? attentionTexts.refundedLate : attentionTexts.second
}

const matches = (header: string, tag: string) => header.split(",").some((one) => ["*", tag].includes(one.trim()))
const tagOf = (row: OrderRow) => `"${row.id}-${row.version}"`
