import { and, asc, eq, inArray } from "drizzle-orm"
import type { AdminRefund, NewRefund, Refund, SettleRefund } from "#contract/refunds.ts"
import { refundReasonTexts, refundTexts } from "#contract/refundText.ts"
import { t } from "#contract/t.ts"
import { type Actor, assertAdmin, assertSteppedUp } from "../../platform/auth/actor.ts"
import { users } from "../../platform/auth/tables.ts"
import type { Tx } from "../../platform/db/store.ts"
import { formatCents, fromCents, toCents } from "../../platform/money.ts"
import { audit } from "../../platform/records/audit.ts"
import { invalid, notFound, Refusal } from "../../platform/refusal.ts"
import { changeStock } from "../../shopfront/catalog/stock.ts"
import { noteEvent } from "../orders/events.ts"
import { type LockedOrder, lockOrder } from "../orders/locks.ts"
import { publishWaiting } from "../orders/notifications.ts"
import {
  addCents,
  countReturns,
  openRefund,
  paidFor,
  type RefundRow,
  refundableCents,
  settleRefund,
  shareOut,
  type Taken,
  takenOf,
} from "../orders/refundLedger.ts"
import {
  type ItemRow,
  type OrderRow,
  orderItems,
  refundItems,
  refunds,
  returnItems,
  returns,
} from "../orders/tables.ts"
import { transition } from "../orders/transitions.ts"

/** The order as staff saw it, and the shop's origin for the email. */
export interface Guarded {
  /** Throws STALE if the order has changed since it was read. */
  assertSeen(order: OrderRow): void
  home: string
}

interface Line {
  item: ItemRow
  quantity: number
  restock: boolean
}

/**
 * Creates a refund that is due: of lines, of a received return, or of an amount, and never more than what was received
 * less what was refunded. An order that has not shipped and is refunded in full no longer ships.
 */
export async function createRefund(
  tx: Tx,
  actor: Actor,
  id: number,
  input: NewRefund,
  { assertSeen, home }: Guarded,
): Promise<OrderRow> {
  assertAdmin(actor, "financial_admin")
  assertSteppedUp(actor, tx.now())
  const locked = await lockOrder(tx, id)
  if (!locked) throw notFound()
  const { order } = locked
  assertSeen(order)
  const left = assertRefundable(order)
  const taken = await takenOf(tx, id)
  const lines = input.return_id
    ? await linesOfReturn(tx, locked, input.return_id)
    : linesOf(input.lines ?? [], locked, taken)
  const worth = lines.reduce((sum, { item, quantity }) => sum + paidFor(item, quantity, taken(item).refunded), 0)
  const cents = input.amount === undefined ? worth : toCents(input.amount)
  if (lines.length > 0 && cents > worth) throw invalid("amount", refundTexts.moreThanLines(formatCents(worth)))
  if (cents > left || cents === 0) throw invalid("amount", refundTexts.tooMuch(formatCents(left)))
  assertWhole(locked, lines, { cents, left, taken })

  const pieces = (item: ItemRow) => lines.find((line) => line.item === item)?.quantity ?? 0
  const among = lines.length > 0 ? lines.map(({ item }) => item) : locked.items
  const shares = lines.length > 0 ? shareOfLines(cents, lines, taken) : shareOut(cents, among, taken)
  const { items, released } = await release(tx, actor.id, locked, input.return_id ? [] : lines)
  const { refund, order: owing } = await openRefund(tx, order, {
    cents,
    lines: shares.map((share) => ({
      ...share,
      quantity: pieces(share.item),
      restocked: lines.find(({ item }) => item === share.item)?.restock ? pieces(share.item) : 0,
      released: released.get(share.item) ?? 0,
    })),
    reason: input.reason,
    returnId: input.return_id ?? null,
    note: input.note ?? null,
    payoutAddress: input.payout_address ?? null,
    actorId: actor.id,
  })
  const note = `refund of ${formatCents(cents, "en-US")} due: ${refundReasonTexts[input.reason].toLowerCase()}`
  await noteEvent(tx, owing, owing.status, { actorId: actor.id, note })
  let after = await countReturns(tx, owing)
  if (refundableCents(after) === 0 && isUnshipped(after)) {
    after = await transition(tx, { order: after, items }, "refund_due", { actorId: actor.id, note, home })
  }
  publishWaiting(tx)
  const what = { refund: refund.id, amount: fromCents(cents), reason: input.reason }
  await audit(tx, actor, { action: "refund.create", target: { kind: "order", id }, after: what })
  return after
}

const isUnshipped = ({ status }: OrderRow) => status === "to_be_shipped" || status === "needs_review"

/** Returns what can still be refunded of an order, in cents. */
function assertRefundable(order: OrderRow): number {
  const isPaid = ["to_be_shipped", "shipped", "completed", "needs_review"].includes(order.status)
  if (!isPaid) throw new Refusal("WRONG_STATE", refundTexts.notRefundable)
  const left = refundableCents(order)
  if (left === 0) throw new Refusal("WRONG_STATE", refundTexts.nothingLeft)
  return left
}

interface Sum {
  cents: number
  left: number
  taken(item: ItemRow): Taken
}

/** Requires a refund in full of an order under review, and of the last piece of one that has not shipped. */
function assertWhole({ order, items }: LockedOrder, lines: Line[], { cents, left, taken }: Sum): void {
  if (cents === left || !isUnshipped(order)) return
  if (order.status === "needs_review") throw invalid("amount", refundTexts.wholeOnly(formatCents(left)))
  const kept = items.some((item) => {
    const refunded = lines.find((line) => line.item === item)?.quantity ?? 0
    return taken(item).refunded + refunded < item.quantity
  })
  if (!kept) throw invalid("amount", refundTexts.nothingToShip(formatCents(left)))
}

function linesOf(given: NonNullable<NewRefund["lines"]>, { items }: LockedOrder, taken: Sum["taken"]): Line[] {
  const seen = new Set<number>()
  return given.map(({ doll_id, quantity, restock }, at) => {
    const item = items.find(({ dollId }) => dollId === doll_id)
    if (!item || seen.has(doll_id)) throw invalid(`lines.${at}.doll_id`, t`This item is not part of the order.`)
    seen.add(doll_id)
    const { refunded, returning } = taken(item)
    const left = item.quantity - refunded - returning
    if (quantity > left) throw invalid(`lines.${at}.quantity`, refundTexts.tooMany(left))
    return { item, quantity, restock }
  })
}

async function linesOfReturn(tx: Tx, { order, items }: LockedOrder, id: number): Promise<Line[]> {
  const [row] = await tx.db
    .select()
    .from(returns)
    .where(and(eq(returns.id, id), eq(returns.orderId, order.id)))
  if (!row) throw notFound()
  const refunded = tx.db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.returnId, id), eq(refunds.status, "due")))
  if (row.status !== "received" || (await refunded).length > 0) {
    throw new Refusal("WRONG_STATE", refundTexts.notReceived)
  }
  const rows = await tx.db.select().from(returnItems).where(eq(returnItems.returnId, id))
  return rows.map(({ orderItemId, quantity }) => ({
    item: items.find((item) => item.id === orderItemId)!,
    quantity,
    restock: false,
  }))
}

/** Spreads an amount over the lines, in proportion to what was paid for them. */
function shareOfLines(cents: number, lines: Line[], taken: Sum["taken"]) {
  const worth = lines.map(({ item, quantity }) => ({ item, cents: paidFor(item, quantity, taken(item).refunded) }))
  const sum = worth.reduce((total, line) => total + line.cents, 0)
  if (sum === cents) return worth
  let before = 0
  let given = 0
  return worth.map((line) => {
    before += line.cents
    const share = Math.round((cents * before) / sum) - given
    given += share
    return { item: line.item, cents: share }
  })
}

/**
 * Puts pieces back into stock, where staff choose that. The order no longer holds refunded pieces, so that they are not
 * released a second time. Returns the changed lines, and how much of each was released. The caller holds the models'
 * locks.
 */
export async function release(tx: Tx, actorId: number, { order, items }: LockedOrder, lines: Line[]) {
  const released = new Map<ItemRow, number>()
  for (const { item, quantity, restock } of lines.toSorted((a, b) => a.item.dollId - b.item.dollId)) {
    if (restock)
      await changeStock(tx, item.dollId, { by: quantity }, { reason: "returned", actorId, orderId: order.id })
    released.set(item, Math.min(item.held, quantity))
    await tx.db
      .update(orderItems)
      .set({ held: item.held - released.get(item)! })
      .where(eq(orderItems.id, item.id))
  }
  return { released, items: items.map((item) => ({ ...item, held: item.held - (released.get(item) ?? 0) })) }
}

/** Records the payout of a refund: what the provider sent, and in which coin. */
export async function settle(tx: Tx, actor: Actor, id: number, input: SettleRefund, home: string): Promise<OrderRow> {
  assertAdmin(actor, "financial_admin")
  assertSteppedUp(actor, tx.now())
  const { locked, refund } = await lockDue(tx, id)
  const { order } = locked
  const payout = { payoutId: input.payout_id, payoutAmount: input.amount, payoutCurrency: input.currency }
  let after = await settleRefund(tx, order, refund, { home, actorId: actor.id, payout })
  const note = `refund of ${formatCents(refund.amountCents, "en-US")} paid out`
  if (after.status === "refund_due" && after.refundDueCents === 0) {
    after = await transition(tx, { ...locked, order: after }, "refunded", { actorId: actor.id, note, home })
  } else {
    await noteEvent(tx, after, after.status, { actorId: actor.id, note })
  }
  publishWaiting(tx)
  const what = { refund: id, amount: fromCents(refund.amountCents), payout_id: input.payout_id }
  await audit(tx, actor, { action: "refund.settle", target: { kind: "order", id: order.id }, after: what })
  return after
}

/** Cancels a refund that was entered in error and not paid out. Pieces that it put into stock are taken out again. */
export async function cancelRefund(tx: Tx, actor: Actor, id: number): Promise<OrderRow> {
  assertAdmin(actor, "financial_admin")
  assertSteppedUp(actor, tx.now())
  const { locked, refund } = await lockDue(tx, id)
  const { order, items } = locked
  const rows = await tx.db.select().from(refundItems).where(eq(refundItems.refundId, id))
  const against = againstCancelling(refund, order, rows)
  if (against) throw new Refusal("WRONG_STATE", against)
  const why = { reason: "corrected" as const, actorId: actor.id, orderId: order.id, note: "refund cancelled" }
  for (const { orderItemId, restocked, released } of rows) {
    const item = items.find((one) => one.id === orderItemId)!
    const taken = restocked > 0 ? await changeStock(tx, item.dollId, { by: -restocked }, why) : true
    if (!taken) throw new Refusal("WRONG_STATE", refundTexts.sold(item.name))
    const held = item.held + released
    if (released > 0) await tx.db.update(orderItems).set({ held }).where(eq(orderItems.id, item.id))
  }
  await tx.db.update(refunds).set({ status: "cancelled", cancelledAt: tx.now() }).where(eq(refunds.id, id))
  const owing = await addCents(tx, order, { due: -refund.amountCents, settled: 0 })
  const after = await countReturns(tx, owing)
  const note = `refund of ${formatCents(refund.amountCents, "en-US")} cancelled`
  await noteEvent(tx, after, after.status, { actorId: actor.id, note })
  publishWaiting(tx)
  await audit(tx, actor, { action: "refund.cancel", target: { kind: "order", id: order.id }, after: { refund: id } })
  return after
}

type RefundedOrder = Pick<OrderRow, "id" | "status" | "shippedAt">

/** Returns why a refund that is due cannot be cancelled. */
function againstCancelling({ createdAt }: RefundRow, order: RefundedOrder, lines: { quantity: number }[]) {
  if (order.status === "refund_due") return refundTexts.orderEnded
  // The pieces of the refund were not packed.
  const isNotSent = order.shippedAt !== null && createdAt < order.shippedAt
  return isNotSent && lines.some(({ quantity }) => quantity > 0) ? refundTexts.notSent : null
}

async function lockDue(tx: Tx, id: number): Promise<{ locked: LockedOrder; refund: RefundRow }> {
  const [found] = await tx.db.select({ orderId: refunds.orderId }).from(refunds).where(eq(refunds.id, id))
  const locked = found ? await lockOrder(tx, found.orderId) : null
  if (!locked) throw notFound()
  const [refund] = await tx.db.select().from(refunds).where(eq(refunds.id, id))
  if (refund!.status !== "due") throw new Refusal("WRONG_STATE", refundTexts.notDue)
  return { locked, refund: refund! }
}

/** Returns an order's refunds, oldest first. */
export async function refundsOf(tx: Tx, order: RefundedOrder): Promise<AdminRefund[]> {
  const rows = await tx.db
    .select({ refund: refunds, by: users.fullName })
    .from(refunds)
    .leftJoin(users, eq(users.id, refunds.createdBy))
    .where(eq(refunds.orderId, order.id))
    .orderBy(asc(refunds.id))
  if (rows.length === 0) return []
  const lines = await tx.db
    .select({ line: refundItems, name: orderItems.name, dollId: orderItems.dollId })
    .from(refundItems)
    .innerJoin(orderItems, eq(orderItems.id, refundItems.orderItemId))
    .where(
      inArray(
        refundItems.refundId,
        rows.map(({ refund }) => refund.id),
      ),
    )
    .orderBy(asc(refundItems.id))
  const linesOf = ({ id }: RefundRow) => lines.filter(({ line }) => line.refundId === id)
  return rows.map(({ refund, by }) => ({
    ...presentRefund(refund),
    return_id: refund.returnId,
    reason: refund.reason,
    note: refund.note,
    payout_address: refund.payoutAddress,
    created_by: by,
    can_cancel:
      refund.status === "due" &&
      !againstCancelling(
        refund,
        order,
        linesOf(refund).map(({ line }) => line),
      ),
    lines: linesOf(refund).map(({ line, name, dollId }) => ({
      doll_id: dollId,
      name,
      quantity: line.quantity,
      amount: fromCents(line.amountCents),
      restocked: line.restocked,
    })),
  }))
}

export function presentRefund(refund: RefundRow): Refund {
  return {
    id: refund.id,
    status: refund.status,
    amount: fromCents(refund.amountCents),
    payout_id: refund.payoutId,
    payout_amount: refund.payoutAmount,
    payout_currency: refund.payoutCurrency,
    credit_note: refund.creditNote,
    created_at: refund.createdAt.toISOString(),
    settled_at: refund.settledAt?.toISOString() ?? null,
  }
}

/** Returns what can be refunded: an amount, and pieces of each line with what was paid for one more of them. */
export async function refundableOf(tx: Tx, order: OrderRow) {
  const items = await tx.db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, order.id))
    .orderBy(asc(orderItems.id))
  const taken = await takenOf(tx, order.id)
  const isPaid = ["to_be_shipped", "shipped", "completed", "needs_review"].includes(order.status)
  return {
    amount: fromCents(isPaid ? refundableCents(order) : 0),
    lines: items.map((item) => {
      const { refunded, returning } = taken(item)
      const quantity = item.quantity - refunded - returning
      const prices = Array.from({ length: quantity }, (_, at) => fromCents(paidFor(item, at + 1, refunded)))
      return { doll_id: item.dollId, name: item.name, quantity, worth: prices }
    }),
  }
}
