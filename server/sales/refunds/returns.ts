import { and, asc, count, desc, eq, inArray, or, type SQL, sql } from "drizzle-orm"
import { notificationTexts } from "#contract/buyingText.ts"
import type {
  AdminReturn,
  AdminReturnsQuery,
  MoveReturn,
  OrderReturns,
  RequestReturn,
  Return,
  ReturnStatus,
} from "#contract/refunds.ts"
import { refundTexts, returnReasonTexts, returnStatusTexts, returnTexts } from "#contract/refundText.ts"
import { t } from "#contract/t.ts"
import { type Actor, assertAdmin, assertNotSuspended, assertUser, type Person } from "../../platform/auth/actor.ts"
import { users } from "../../platform/auth/tables.ts"
import { after, days } from "../../platform/clock.ts"
import { searchPattern } from "../../platform/db/search.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import { said } from "../../platform/languages.ts"
import { returnApproved, returnReceived, returnRefused } from "../../platform/mail/emails.ts"
import { enqueue } from "../../platform/mail/outbox.ts"
import { assertAdultText } from "../../platform/moderation/adults.ts"
import { admit, type Moderation } from "../../platform/moderation/moderation.ts"
import { notifyAdmins } from "../../platform/notifications/adminAlerts.ts"
import { notify } from "../../platform/notifications/notifications.ts"
import { audit } from "../../platform/records/audit.ts"
import { invalid, notFound, Refusal } from "../../platform/refusal.ts"
import { aboutOrder } from "../orders/emails.ts"
import { noteEvent } from "../orders/events.ts"
import { type LockedOrder, lockOrder } from "../orders/locks.ts"
import { publishWaiting } from "../orders/notifications.ts"
import { erasePhotos } from "../orders/photos.ts"
import { countReturns, openReturns, refundableCents, takenOf } from "../orders/refundLedger.ts"
import {
  type ItemRow,
  type OrderRow,
  orderItems,
  orders,
  refunds,
  returnItems,
  returnPhotos,
  returns,
} from "../orders/tables.ts"
import { presentRefund, release } from "./refunds.ts"

type ReturnRow = typeof returns.$inferSelect

/** All allowed changes of a return's status; a refund ends it (`refundLedger.ts`). */
const allowed: Record<ReturnStatus, readonly ReturnStatus[]> = {
  requested: ["approved", "refused", "withdrawn"],
  approved: ["received", "withdrawn"],
  received: [],
  refused: [],
  refunded: [],
  withdrawn: [],
}

/** Returns until when a return can be requested; null before the order has shipped, and if the shop accepts none. */
export function returnableUntil(order: OrderRow, returnDays: number): Date | null {
  const from = order.completedAt ?? order.shippedAt
  const isSent = order.status === "shipped" || order.status === "completed"
  return isSent && from !== null && returnDays > 0 ? after(from, days(returnDays)) : null
}

/** Returns the refunds and returns of the caller's order, and what can be returned now. */
export async function getReturns(tx: Tx, actor: Actor, id: number, returnDays: number): Promise<OrderReturns> {
  assertUser(actor)
  const [order] = await tx.db.select().from(orders).where(eq(orders.id, id))
  if (!order || order.userId !== actor.id || order.hiddenAt) throw notFound()
  return present(tx, order, returnDays)
}

async function present(tx: Tx, order: OrderRow, returnDays: number): Promise<OrderReturns> {
  const until = returnableUntil(order, returnDays)
  const items = await tx.db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, order.id))
    .orderBy(asc(orderItems.id))
  const taken = await takenOf(tx, order.id)
  const isOpen = until !== null && until > tx.now() && refundableCents(order) > 0
  const paidOut = await tx.db
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, order.id), inArray(refunds.status, ["due", "settled"])))
    .orderBy(asc(refunds.id))
  return {
    until: until?.toISOString() ?? null,
    lines: items.flatMap((item) => {
      const quantity = returnable(item, taken)
      return isOpen && quantity > 0 ? [{ doll_id: item.dollId, name: item.name, quantity }] : []
    }),
    returns: await returnsOf(tx, order.id),
    refunds: paidOut.map(presentRefund),
  }
}

type TakenOf = Awaited<ReturnType<typeof takenOf>>
function returnable(item: ItemRow, taken: TakenOf): number {
  const { refunded, returning } = taken(item)
  return item.quantity - refunded - returning
}

interface Terms {
  returnDays: number
  moderation: Moderation
}

/** Requests a return. The text is moderated before the transaction, because a remote engine may be called. */
export async function requestReturn(
  store: Store,
  actor: Actor,
  id: number,
  input: RequestReturn,
  { returnDays, moderation }: Terms,
): Promise<OrderReturns> {
  assertUser(actor)
  assertNotSuspended(actor)
  if (input.note) {
    await admit(store, moderation, { kind: "review", text: input.note, authorId: actor.id })
    assertAdultText({ note: input.note })
  }
  return store.transaction((tx) => createReturn(tx, actor, id, input, returnDays))
}

async function createReturn(tx: Tx, actor: Person, id: number, input: RequestReturn, returnDays: number) {
  const locked = await lockOwn(tx, actor, id)
  const { order } = locked
  if (returnDays === 0) throw new Refusal("WRONG_STATE", returnTexts.off)
  const until = returnableUntil(order, returnDays)
  if (!until) throw new Refusal("WRONG_STATE", returnTexts.notYet)
  if (until <= tx.now())
    throw new Refusal(
      "WRONG_STATE",
      returnTexts.over(until.toLocaleDateString(t`en-US`, { dateStyle: "long", timeZone: "UTC" })),
    )
  if (refundableCents(order) === 0) throw new Refusal("WRONG_STATE", refundTexts.nothingLeft)
  const taken = await takenOf(tx, id)
  const seen = new Set<number>()
  const lines = input.lines.map(({ doll_id, quantity }, at) => {
    const item = locked.items.find(({ dollId }) => dollId === doll_id)
    if (!item || seen.has(doll_id)) throw invalid(`lines.${at}.doll_id`, t`This item is not part of the order.`)
    seen.add(doll_id)
    const left = returnable(item, taken)
    if (quantity > left) throw invalid(`lines.${at}.quantity`, returnTexts.tooMany(left))
    return { orderItemId: item.id, quantity }
  })
  const [row] = await tx.db
    .insert(returns)
    .values({
      orderId: id,
      status: "requested",
      reason: input.reason,
      note: input.note ?? null,
      payoutAddress: input.payout_address ?? null,
      createdAt: tx.now(),
    })
    .returning()
  await tx.db.insert(returnItems).values(lines.map((line) => ({ ...line, returnId: row!.id })))
  const note = `return requested: ${returnReasonTexts[input.reason].toLowerCase()}`
  await noteEvent(tx, order, order.status, { actorId: actor.id, note })
  await notifyAdmins(tx, "orders", {
    kind: "order_waits",
    ...notificationTexts.orderWaits,
    values: [order.orderNumber],
    link: `/admin?tab=orders&order=${id}`,
  })
  return present(tx, await changed(tx, order), returnDays)
}

/** Withdraws a return that has not arrived, and removes its photographs. */
export async function withdrawReturn(tx: Tx, actor: Actor, id: number, returnDays: number): Promise<OrderReturns> {
  assertUser(actor)
  const { row, locked } = await lockOwnReturn(tx, actor, id)
  await move(tx, row, "withdrawn", { endedAt: tx.now() })
  await erasePhotos(tx, eq(returnPhotos.returnId, id))
  await noteEvent(tx, locked.order, locked.order.status, { actorId: actor.id, note: "return withdrawn" })
  return present(tx, await changed(tx, locked.order), returnDays)
}

/** Locks and returns the caller's return and its order. Throws NOT_FOUND. */
export const lockOwnReturn = (tx: Tx, actor: Person, id: number) =>
  lockReturn(tx, id, (orderId) => lockOwn(tx, actor, orderId))

async function lockOwn(tx: Tx, actor: Person, id: number): Promise<LockedOrder> {
  const locked = await lockOrder(tx, id)
  if (!locked || locked.order.userId !== actor.id || locked.order.hiddenAt) throw notFound()
  return locked
}

async function lockReturn(tx: Tx, id: number, lock: (orderId: number) => Promise<LockedOrder | null>) {
  const [found] = await tx.db.select({ orderId: returns.orderId }).from(returns).where(eq(returns.id, id))
  const locked = found ? await lock(found.orderId) : null
  if (!locked) throw notFound()
  const [row] = await tx.db.select().from(returns).where(eq(returns.id, id))
  return { row: row!, locked }
}

async function move(tx: Tx, row: ReturnRow, status: ReturnStatus, fields: Partial<ReturnRow>): Promise<void> {
  if (!allowed[row.status].includes(status)) {
    const [from, to] = [returnStatusTexts[row.status], returnStatusTexts[status]]
    throw new Refusal("WRONG_STATE", returnTexts.noMove(said(from), said(to)))
  }
  await tx.db
    .update(returns)
    .set({ ...fields, status })
    .where(eq(returns.id, row.id))
}

async function changed(tx: Tx, order: OrderRow): Promise<OrderRow> {
  const row = await countReturns(tx, order)
  publishWaiting(tx)
  return row
}

/** Approves, refuses or receives a return. Received pieces can go back into stock, line by line. */
export async function moveReturn(tx: Tx, actor: Actor, id: number, input: MoveReturn, home: string): Promise<OrderRow> {
  assertAdmin(actor, "financial_admin")
  const { row, locked } = await lockReturn(tx, id, (orderId) => lockOrder(tx, orderId))
  const { order } = locked
  const now = tx.now()
  const about = { ...aboutOrder(order, home), returnId: id }
  const tell = async (text: { title: string; body(number: string): string }) => {
    const link = `/order/${order.id}`
    await notify(tx, order.userId, { kind: "return_changed", ...text, values: [order.orderNumber], link })
  }
  if (input.status === "approved") {
    await move(tx, row, "approved", { instructions: input.instructions, decidedAt: now })
    await enqueue(tx, returnApproved(about), order.language)
    await tell(notificationTexts.returnApproved)
  } else if (input.status === "refused") {
    await move(tx, row, "refused", { refusal: input.refusal, decidedAt: now, endedAt: now })
    await enqueue(tx, returnRefused(about), order.language)
    await tell(notificationTexts.returnRefused)
  } else {
    await move(tx, row, "received", { condition: input.condition, receivedAt: now })
    await receive(tx, actor, locked, id, input.restock)
    await enqueue(tx, returnReceived(about), order.language)
    await tell(notificationTexts.returnReceived)
  }
  await noteEvent(tx, order, order.status, { actorId: actor.id, note: `return ${input.status}` })
  const what = { return: id, status: input.status }
  await audit(tx, actor, {
    action: "return.move",
    target: { kind: "order", id: order.id },
    before: { ...what, status: row.status },
    after: what,
  })
  return changed(tx, order)
}

async function receive(tx: Tx, actor: Person, locked: LockedOrder, id: number, dolls: number[]): Promise<void> {
  const rows = await tx.db.select().from(returnItems).where(eq(returnItems.returnId, id))
  const lines = rows.map((row) => {
    const item = locked.items.find((one) => one.id === row.orderItemId)!
    return { id: row.id, item, quantity: row.quantity, restock: dolls.includes(item.dollId) }
  })
  await release(tx, actor.id, locked, lines)
  for (const line of lines) {
    await tx.db.update(returnItems).set({ restocked: line.restock }).where(eq(returnItems.id, line.id))
  }
}

/** Returns an order's returns, newest first. */
export async function returnsOf(tx: Tx, orderId: number): Promise<Return[]> {
  const rows = await tx.db.select().from(returns).where(eq(returns.orderId, orderId)).orderBy(desc(returns.id))
  return withLines(tx, rows)
}

async function withLines(tx: Tx, rows: ReturnRow[]): Promise<Return[]> {
  if (rows.length === 0) return []
  const lines = await tx.db
    .select({
      returnId: returnItems.returnId,
      doll_id: orderItems.dollId,
      name: orderItems.name,
      quantity: returnItems.quantity,
    })
    .from(returnItems)
    .innerJoin(orderItems, eq(orderItems.id, returnItems.orderItemId))
    .where(
      inArray(
        returnItems.returnId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(asc(returnItems.id))
  const photos = await tx.db
    .select()
    .from(returnPhotos)
    .where(
      inArray(
        returnPhotos.returnId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(asc(returnPhotos.id))
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    reason: row.reason,
    note: row.note,
    payout_address: row.payoutAddress,
    instructions: row.instructions,
    refusal: row.refusal,
    condition: row.condition,
    lines: lines.filter(({ returnId }) => returnId === row.id).map(({ returnId: _, ...line }) => line),
    photos: photos
      .filter(({ returnId }) => returnId === row.id)
      .map(({ id, width, height, createdAt }) => ({ id, width, height, created_at: createdAt.toISOString() })),
    created_at: row.createdAt.toISOString(),
    decided_at: row.decidedAt?.toISOString() ?? null,
    received_at: row.receivedAt?.toISOString() ?? null,
    ended_at: row.endedAt?.toISOString() ?? null,
  }))
}

const waits: ReturnStatus[] = ["requested", "received"]

export async function listReturns(tx: Tx, actor: Actor, { skip, limit, sort, status, q }: AdminReturnsQuery) {
  assertAdmin(actor, "financial_admin")
  const where = and(
    status === "all"
      ? undefined
      : status === "open"
        ? inArray(returns.status, openReturns)
        : status === "waiting"
          ? inArray(returns.status, waits)
          : eq(returns.status, status),
    q ? searched(q) : undefined,
  )
  const way = sort === "newest" ? desc : asc
  const rows = await tx.db
    .select({ row: returns, orderNumber: orders.orderNumber, userId: orders.userId, name: users.fullName })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.orderId))
    .leftJoin(users, and(eq(users.id, orders.userId), sql`${users.deletedAt} is null`))
    .where(where)
    .orderBy(way(returns.createdAt), way(returns.id))
    .limit(limit)
    .offset(skip)
  const [counted] = await tx.db
    .select({ total: count() })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.orderId))
    .leftJoin(users, and(eq(users.id, orders.userId), sql`${users.deletedAt} is null`))
    .where(where)
  const items = await withLines(
    tx,
    rows.map(({ row }) => row),
  )
  return {
    items: items.map((item, at): AdminReturn => {
      const { row, orderNumber, userId, name } = rows[at]!
      return { ...item, order_id: row.orderId, order_number: orderNumber, user_id: name ? userId : null, user: name }
    }),
    total: counted!.total,
  }
}

function searched(q: string): SQL | undefined {
  const pattern = searchPattern(q)
  return or(
    sql`lower(${orders.orderNumber}) ~ ${pattern}`,
    sql`lower(${users.fullName} || E'\n' || ${users.email}) ~ ${pattern}`,
  )
}

/** Counts the returns that wait for staff. */
export async function countWaiting(tx: Tx, actor: Actor): Promise<number> {
  assertAdmin(actor, "financial_admin")
  const [row] = await tx.db.select({ waiting: count() }).from(returns).where(inArray(returns.status, waits))
  return row!.waiting
}
