import { and, asc, eq, getTableColumns, gte, inArray, isNotNull, isNull, lt, or, type SQL, sql } from "drizzle-orm"
import type { AdminPayment, PaymentEvent, PaymentsQuery, ReviewPayment } from "#contract/admin.ts"
import { staffAnswerTexts } from "#contract/adminText.ts"
import { paymentTexts } from "#contract/buyingText.ts"
import { levelName, type PaidLevel } from "#contract/membership.ts"
import { t } from "#contract/t.ts"
import { type Actor, assertAdmin, assertSteppedUp } from "../../platform/auth/actor.ts"
import { users } from "../../platform/auth/tables.ts"
import { beginOf, endOf } from "../../platform/clock.ts"
import { type Batches, inBatches } from "../../platform/db/batches.ts"
import { countOf } from "../../platform/db/counting.ts"
import { after, inOrder, type Order } from "../../platform/db/pagination.ts"
import { searchPattern } from "../../platform/db/search.ts"
import { shopSetting } from "../../platform/db/shopSetting.ts"
import type { Tx } from "../../platform/db/store.ts"
import { fromCents } from "../../platform/money.ts"
import { audit } from "../../platform/records/audit.ts"
import { notFound, Refusal } from "../../platform/refusal.ts"
import { orders } from "../orders/tables.ts"
import { presentForStaff, redeemer } from "./gifts.ts"
import { receivedCentsOf } from "./progress.ts"
import { unsellMembership } from "./salesInvoices.ts"
import { gifts, invoices, paymentEvents, payments } from "./tables.ts"

export type Ledger = "all" | "subscriptions"

export async function listPayments(tx: Tx, actor: Actor, ledger: Ledger, query: PaymentsQuery) {
  assertAdmin(actor, "financial_admin")
  const { skip, limit, sort, ...filter } = query
  const where = await filterOf(tx, ledger, query)
  const order = inOrder(payments, sorts[sort])
  const page = tx.db
    .select({ id: payments.id })
    .from(payments)
    .where(where)
    .orderBy(...order)
  const rows = await withAll(tx)
    .where(sql`${payments.id} in (${page.limit(limit).offset(skip)})`)
    .orderBy(...order)
  const total = await countOf(
    tx,
    `payments ${ledger} ${JSON.stringify(filter)}`,
    sql`${payments} where ${where ?? sql`true`}`,
  )
  return { payments: rows.map((row) => present(row, tx.now())), total }
}

export function exportPayments(tx: Tx, actor: Actor, ledger: Ledger, query: PaymentsQuery): Batches<AdminPayment> {
  assertAdmin(actor, "financial_admin")
  assertSteppedUp(actor, tx.now())
  return inBatches(async (before, limit) => {
    const rows = await withAll(tx)
      .where(and(await filterOf(tx, ledger, query), after(payments, sorts[query.sort], before)))
      .orderBy(...inOrder(payments, sorts[query.sort]))
      .limit(limit)
    return rows.map((row) => present(row, tx.now()))
  })
}

export async function getPayment(tx: Tx, actor: Actor, id: number): Promise<AdminPayment> {
  assertAdmin(actor, "financial_admin")
  const [payment] = (await withAll(tx).where(eq(payments.id, id))).map((row) => present(row, tx.now()))
  if (!payment) throw notFound(t`Payment not found`)
  return payment
}

/** Returns the payments of an order, in the order they were created. */
export async function paymentsOf(tx: Tx, orderId: number): Promise<AdminPayment[]> {
  return (await withAll(tx).where(eq(payments.orderId, orderId)).orderBy(asc(payments.id))).map((row) =>
    present(row, tx.now()),
  )
}

/** Returns all stored responses of the provider about a payment, unchanged, oldest first. */
export async function eventsOf(tx: Tx, actor: Actor, id: number): Promise<PaymentEvent[]> {
  assertAdmin(actor, "financial_admin")
  const [payment] = await tx.db.select().from(payments).where(eq(payments.id, id))
  if (!payment) throw notFound(t`Payment not found`)
  const rows = await tx.db
    .select()
    .from(paymentEvents)
    .where(and(eq(paymentEvents.provider, payment.provider), eq(paymentEvents.paymentId, payment.paymentId)))
    .orderBy(asc(paymentEvents.id))
    .limit(500)
  return rows.map((row) => ({
    id: row.id,
    source: row.source,
    scheme: row.scheme,
    provider_status: row.providerStatus,
    received_at: row.receivedAt.toISOString(),
    processed_at: row.processedAt?.toISOString() ?? null,
    applied: row.applied,
    note: row.note,
    raw: row.raw,
  }))
}

const nextReviews = {
  open: ["refund_due", "settled"],
  refund_due: ["refunded", "settled"],
  refunded: [],
  settled: [],
} as const

/** Records how staff handled money without an order: refunded, or closed without a refund. */
export async function reviewPayment(tx: Tx, actor: Actor, id: number, input: ReviewPayment): Promise<AdminPayment> {
  assertAdmin(actor, "financial_admin")
  assertSteppedUp(actor, tx.now())
  const [row] = await tx.db.select().from(payments).where(eq(payments.id, id)).for("update")
  if (!row) throw notFound(t`Payment not found`)
  const { review } = input
  const isWay = row.review !== null && (nextReviews[row.review] as readonly string[]).includes(review)
  if (!isWay) throw new Refusal("WRONG_STATE", staffAnswerTexts.noReview)
  // A refunded membership is no longer a sale, as if the provider had reported its refund.
  const isUnsold = review === "refunded" && row.effect === "membership"
  const refundedAt = row.refundedAt ?? (isUnsold ? tx.now() : null)
  await tx.db
    .update(payments)
    .set({ review, reviewNote: input.note ?? row.reviewNote, refundedAt })
    .where(eq(payments.id, id))
  if (isUnsold) await unsellMembership(tx, row, refundedAt!)
  await audit(tx, actor, {
    action: "payment.review",
    target: { kind: "payment", id },
    before: { review: row.review },
    after: { review, note: input.note ?? null },
  })
  return (await withAll(tx).where(eq(payments.id, id))).map((row) => present(row, tx.now()))[0]!
}

const sorts: Record<PaymentsQuery["sort"], Order> = {
  newest: { by: payments.createdAt, down: true },
  oldest: { by: payments.createdAt },
  amount_desc: { by: payments.amountCents, down: true },
  amount_asc: { by: payments.amountCents },
}

async function filterOf(tx: Tx, ledger: Ledger, query: PaymentsQuery): Promise<SQL | undefined> {
  const { q, status, review, level, paid_from, paid_to } = query
  const zone = (paid_from ?? paid_to) ? await shopSetting(tx, "time_zone") : undefined
  return and(
    (level ?? paid_from ?? paid_to) ? eq(payments.effect, "membership") : undefined,
    level ? sql`exists (select from invoices i where i.id = ${payments.invoiceId} and i.level = ${level})` : undefined,
    paid_from ? gte(payments.effectAt, beginOf(paid_from, zone)) : undefined,
    paid_to ? lt(payments.effectAt, endOf(paid_to, zone)) : undefined,
    ledger === "all" ? undefined : and(isNull(payments.orderId), isNotNull(payments.invoiceId)),
    status === "all" ? undefined : eq(payments.status, status),
    review ? eq(payments.review, review) : undefined,
    q ? await matching(tx, q) : undefined,
  )
}

/**
 * Up to this number of customers are resolved to ids; with more, the list is scanned, and its first page fills quickly.
 */
const few = 500

/** Searches three tables, each by its own index; one search across the joined tables would read all of them. */
async function matching(tx: Tx, q: string): Promise<SQL | undefined> {
  const pattern = searchPattern(q)
  const named = sql`lower(${users.fullName} || E'\n' || ${users.email}) ~ ${pattern}`
  const people = await tx.db
    .select({ id: users.id })
    .from(users)
    .where(and(isNull(users.deletedAt), named))
    .limit(few + 1)
  const numbered = await tx.db.select({ id: orders.id }).from(orders).where(eq(orders.orderNumber, q.toUpperCase()))
  const ids = people.map(({ id }) => id)
  const byPerson =
    ids.length > few
      ? sql`exists (select from ${users} where ${users.id} = ${payments.userId} and ${users.deletedAt} is null
        and ${named})`
      : ids.length > 0
        ? inArray(payments.userId, ids)
        : undefined
  return or(
    sql`lower(${payments.paymentId}) ~ ${pattern}`,
    byPerson,
    numbered[0] ? eq(payments.orderId, numbered[0].id) : undefined,
  )
}

function withAll(tx: Tx) {
  return tx.db
    .select({
      ...getTableColumns(payments),
      level: invoices.level,
      days: invoices.days,
      orderNumber: orders.orderNumber,
      orderStatus: orders.status,
      fullName: users.fullName,
      email: users.email,
      deletedAt: users.deletedAt,
      gift: gifts,
      redeemer,
    })
    .from(payments)
    .leftJoin(invoices, eq(invoices.id, payments.invoiceId))
    .leftJoin(orders, eq(orders.id, payments.orderId))
    .leftJoin(users, eq(users.id, payments.userId))
    .leftJoin(gifts, eq(gifts.paymentId, payments.id))
    .$dynamic()
}

const planOf = (level: PaidLevel, days: number | null) =>
  days === null || days === 30 ? levelName(level) : t`${levelName(level)}, ${days} days`

function present(row: Awaited<ReturnType<typeof withAll>>[number], now: Date): AdminPayment {
  const type = row.level ? "subscription" : row.orderId ? "model" : null
  return {
    id: row.id,
    payment_id: row.paymentId,
    provider: row.provider,
    user: row.fullName,
    user_email: row.deletedAt ? null : row.email,
    user_id: row.userId,
    amount: fromCents(row.amountCents),
    arrived: fromCents(receivedCentsOf(row, row.amountCents)),
    currency: "USD",
    status: row.status,
    provider_status: row.providerStatus,
    payment_method: paymentTexts.wallet,
    created_at: row.createdAt.toISOString(),
    payment_date: row.effectAt?.toISOString() ?? null,
    plan: row.level && planOf(row.level, row.days),
    membership_level: row.level,
    order_type: type,
    payment_type: type,
    order_id: row.orderId,
    orderNumber: row.orderNumber,
    order_status: row.orderStatus,
    pay_amount: row.payAmount,
    pay_currency: row.payCurrency,
    actually_paid: row.actuallyPaid,
    flags: row.flags,
    review: row.review,
    review_note: row.reviewNote,
    gift: presentForStaff(row, now),
  }
}
