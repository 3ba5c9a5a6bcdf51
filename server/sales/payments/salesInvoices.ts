import { and, eq, inArray, isNotNull, sql } from "drizzle-orm"
import { wordsOf } from "../../people/membership/plans.ts"
import { planTerms } from "../../people/membership/tables.ts"
import { users } from "../../platform/auth/tables.ts"
import { advisoryLocks } from "../../platform/db/advisoryLocks.ts"
import { statement } from "../../platform/db/statement.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import { touchDay } from "../../platform/records/touchedDays.ts"
import { discounts, invoiceDiscounts } from "../discounts/tables.ts"
import { issueCreditNotes, issueInvoices, issueMissing, type Sale } from "../invoicing/issue.ts"
import { creditNotes, salesInvoices } from "../invoicing/tables.ts"
import { creditMissingRefunds } from "../orders/credit.ts"
import { saleOf } from "../orders/invoice.ts"
import { orderItems, orders } from "../orders/tables.ts"
import type { PaymentRow } from "./money.ts"
import { invoices, payments } from "./tables.ts"

/** Issues the invoice of a membership, in the transaction that grants it. */
export async function invoiceMembership(tx: Tx, payment: PaymentRow): Promise<void> {
  const [sale] = await membershipSales(tx, [{ ...payment, effectAt: payment.effectAt ?? tx.now() }])
  const [number] = await issueInvoices(tx, [sale!])
  await tx.db.update(payments).set({ invoiceNumber: number! }).where(eq(payments.id, payment.id))
}

async function membershipSales(tx: Tx, paid: PaymentRow[]): Promise<Sale[]> {
  const ids = paid.map(({ id }) => id)
  if (ids.length === 0) return []
  const rows = await tx.db
    .select({
      id: payments.id,
      level: invoices.level,
      isGift: invoices.isGift,
      days: invoices.days,
      texts: planTerms.texts,
      discountCents: invoiceDiscounts.cents,
      code: discounts.code,
      name: users.fullName,
      deletedAt: users.deletedAt,
    })
    .from(payments)
    .leftJoin(invoices, eq(invoices.id, payments.invoiceId))
    .leftJoin(users, eq(users.id, payments.userId))
    .leftJoin(planTerms, eq(planTerms.id, invoices.termsId))
    .leftJoin(invoiceDiscounts, eq(invoiceDiscounts.invoiceId, invoices.id))
    .leftJoin(discounts, eq(discounts.id, invoiceDiscounts.discountId))
    .where(inArray(payments.id, ids))
  const known = new Map(rows.map((row) => [row.id, row]))
  return paid.map((payment) => {
    const { level, isGift, days, texts, discountCents, code, name, deletedAt } = known.get(payment.id)!
    const cents = payment.amountCents
    const listedCents = cents + (discountCents ?? 0)
    const title = level ? wordsOf({ level, texts: texts ?? {} }, "en").title : "Membership"
    return {
      orderId: null,
      paymentId: payment.id,
      userId: payment.userId,
      paidAt: payment.effectAt!,
      buyer: name && !deletedAt ? { name, address: [], country: null } : null,
      document: {
        reference: payment.paymentId,
        lines: [
          {
            name: `${title}, membership for ${days ?? 30} days${isGift ? ", as a gift" : ""}`,
            quantity: 1,
            priceCents: listedCents,
          },
        ],
        subtotalCents: listedCents,
        discount: discountCents === null ? null : { label: code!, cents: discountCents },
        shippingCents: 0,
        totalCents: cents,
        paidCents: cents,
        paymentMethod: "Crypto Wallet",
      },
    }
  })
}

/**
 * Takes a refunded membership out of the reports and issues its credit note, in the transaction that records the
 * refund. The caller holds the payment's lock.
 */
export async function unsellMembership(tx: Tx, payment: PaymentRow, refundedAt: Date): Promise<void> {
  if (payment.effectAt) await touchDay(tx, payment.effectAt)
  await creditMembership(tx, payment, refundedAt)
}

/** Credits the whole invoice, once. */
async function creditMembership(tx: Tx, { id, invoiceNumber }: PaymentRow, paidOutAt: Date): Promise<void> {
  if (invoiceNumber === null) return
  const credited = await tx.db.select({ id: creditNotes.id }).from(creditNotes).where(eq(creditNotes.paymentId, id))
  if (credited.length > 0) return
  const [invoice] = await tx.db.select().from(salesInvoices).where(eq(salesInvoices.number, invoiceNumber))
  const { reference, lines, totalCents } = invoice!.document
  await issueCreditNotes(tx, [
    {
      refundId: null,
      paymentId: id,
      invoiceNumber,
      paidOutAt,
      document: {
        reference,
        // It has one line, from which a discount was taken.
        lines: lines.map(({ name, quantity }) => ({ name, quantity, cents: totalCents })),
        totalCents,
      },
    },
  ])
}

/**
 * Issues the missing credit notes, in order of refund: those from before credit notes existed, and those of refunds
 * that nodes of an older version recorded.
 */
export const creditMissing = async (store: Store): Promise<number> =>
  (await creditMissingRefunds(store)) + (await issueMissing(store, creditSome, atOnce))

async function creditSome(tx: Tx): Promise<number> {
  await statement(tx, "", "select pg_advisory_xact_lock($1)", [advisoryLocks.invoices])
  const refunded = await tx.db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.effect, "membership"),
        isNotNull(payments.refundedAt),
        isNotNull(payments.invoiceNumber),
        sql`not exists (select from credit_notes c where c.payment_id = payments.id)`,
      ),
    )
    .orderBy(payments.refundedAt, payments.id)
    .limit(atOnce)
    .for("update")
  for (const payment of refunded) await creditMembership(tx, payment, payment.refundedAt!)
  return refunded.length
}

const atOnce = 500

/**
 * Issues the missing invoices of sales, in order of payment: those from before invoices existed, and those that a node
 * of an older version has recorded since.
 */
export const invoiceMissing = (store: Store): Promise<number> => issueMissing(store, invoiceSome, atOnce)

/** $1 is the number of sales. */
const missing = `
  select kind, id from (
    (select 'order' as kind, id, paid_at as at from orders
      where paid_at is not null and invoice_number is null order by paid_at, id limit $1)
    union all
    (select 'membership', id, effect_at from payments
      where effect = 'membership' and invoice_number is null order by effect_at, id limit $1)
  ) as both_kinds order by at, kind desc, id limit $1`

export async function invoiceSome(tx: Tx): Promise<number> {
  await statement(tx, "", "select pg_advisory_xact_lock($1)", [advisoryLocks.invoices])
  const unnumbered = await statement<{ kind: "order" | "membership"; id: number }>(tx, "", missing, [atOnce])
  if (unnumbered.length === 0) return 0
  const idsOf = (kind: string) => unnumbered.filter((one) => one.kind === kind).map(({ id }) => id)
  const orderIds = idsOf("order")
  const rows = await tx.db.select().from(orders).where(inArray(orders.id, orderIds)).orderBy(orders.id).for("update")
  const items = await tx.db.select().from(orderItems).where(inArray(orderItems.orderId, orderIds))
  const byOrder = Map.groupBy(items, ({ orderId }) => orderId)
  const paid = await tx.db
    .select()
    .from(payments)
    .where(inArray(payments.id, idsOf("membership")))
    .orderBy(payments.id)
    .for("update")
  const sales = new Map<string, Sale>([
    ...rows.map((row) => {
      const received = { paidAt: row.paidAt!, paidCents: row.revenueCents ?? row.totalCents }
      return [`order ${row.id}`, saleOf(row, byOrder.get(row.id) ?? [], received)] as const
    }),
    ...(await membershipSales(tx, paid)).map((sale) => [`membership ${sale.paymentId}`, sale] as const),
  ])
  const numbers = await issueInvoices(
    tx,
    unnumbered.map(({ kind, id }) => sales.get(`${kind} ${id}`)!),
  )
  for (const [table, kind] of [
    ["orders", "order"],
    ["payments", "membership"],
  ] as const) {
    const given = unnumbered.flatMap((one, at) => (one.kind === kind ? [[one.id, numbers[at]!] as const] : []))
    await statement(
      tx,
      "",
      `update ${table} t set invoice_number = g.number from unnest($1::int[], $2::text[]) as g (id, number) where t.id = g.id`,
      [given.map(([id]) => id), given.map(([, number]) => number)],
    )
  }
  return unnumbered.length
}
