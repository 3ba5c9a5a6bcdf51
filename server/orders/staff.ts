import { and, eq, ilike, or, type SQL, sql } from "drizzle-orm"
import type { AdminOrderQuery, MoveOrder, Order } from "#contract/orders.ts"
import { orderTexts } from "#contract/texts.ts"
import { type Actor, assertAdmin } from "../accounts/actor.ts"
import type { Tx } from "../db/store.ts"
import { invalid, notFound, Refusal } from "../refusal.ts"
import { pageOf } from "./orders.ts"
import { withItems } from "./present.ts"
import { orders } from "./tables.ts"
import { lockOrder, move, noteEvent, type OrderRow } from "./transitions.ts"

export async function listAllOrders(tx: Tx, actor: Actor, { skip, limit, status, review, q }: AdminOrderQuery) {
  assertAdmin(actor, "financial_admin")
  const filters: (SQL | undefined)[] = [
    status === "all" ? undefined : eq(orders.status, status),
    review ? eq(orders.review, review) : undefined,
    q ? or(ilike(orders.orderNumber, like(q)), sql`${orders.shipping} ->> 'email' ilike ${like(q)}`) : undefined,
  ]
  return pageOf(tx, and(...filters), { skip, limit })
}

export async function getAnyOrder(tx: Tx, actor: Actor, id: number) {
  assertAdmin(actor, "financial_admin")
  const [row] = await tx.db.select().from(orders).where(eq(orders.id, id))
  if (!row) throw notFound()
  return tagged(tx, row)
}

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

async function tagged(tx: Tx, row: OrderRow): Promise<{ order: Order; etag: string }> {
  return { order: (await withItems(tx, [row]))[0]!, etag: tagOf(row) }
}

const matches = (header: string, tag: string) => header.split(",").some((one) => ["*", tag].includes(one.trim()))
const tagOf = (row: OrderRow) => `"${row.id}-${row.version}"`
const like = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`
