import { asc, eq, inArray, sql } from "drizzle-orm"
import { advisoryLocks } from "../../platform/db/advisoryLocks.ts"
import { statement } from "../../platform/db/statement.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import { issueCreditNotes, issueMissing } from "../invoicing/issue.ts"
import { type Tax, taxInRefund, taxOf } from "../totals/totals.ts"
import { type OrderRow, orderItems, orders, refundItems, refunds } from "./tables.ts"

/** Issues the credit notes of settled refunds whose orders have an invoice. The caller holds the refunds' locks. */
export async function creditRefunds(tx: Tx, ids: number[]): Promise<void> {
  const rows = await tx.db
    .select({
      refund: refunds,
      order: orders,
      orderNumber: orders.orderNumber,
      invoiceNumber: orders.invoiceNumber,
      before: sql<string>`(select coalesce(sum(b.amount_cents), 0) from refunds b where b.order_id = refunds.order_id
        and b.settled_at is not null and (b.settled_at, b.id) < (refunds.settled_at, refunds.id))`,
    })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(inArray(refunds.id, ids))
    .orderBy(asc(refunds.settledAt), asc(refunds.id))
  const items = await tx.db
    .select({
      refundId: refundItems.refundId,
      name: orderItems.name,
      quantity: refundItems.quantity,
      cents: refundItems.amountCents,
    })
    .from(refundItems)
    .innerJoin(orderItems, eq(orderItems.id, refundItems.orderItemId))
    .where(inArray(refundItems.refundId, ids))
    .orderBy(asc(refundItems.id))
  const byRefund = Map.groupBy(items, ({ refundId }) => refundId)
  const numbers = await issueCreditNotes(
    tx,
    rows.map(({ refund, order, orderNumber, invoiceNumber, before }) => ({
      refundId: refund.id,
      paymentId: null,
      invoiceNumber: invoiceNumber!,
      paidOutAt: refund.settledAt!,
      document: {
        reference: orderNumber,
        // Refunds of earlier versions have no lines.
        lines: byRefund.get(refund.id)?.map(({ refundId: _, ...line }) => line) ?? [
          { name: orderNumber, quantity: 0, cents: refund.amountCents },
        ],
        tax: taxOfRefund(order, Number(before), refund.amountCents),
        totalCents: refund.amountCents,
      },
    })),
  )
  for (const [index, { refund }] of rows.entries())
    await tx.db.update(refunds).set({ creditNote: numbers[index]! }).where(eq(refunds.id, refund.id))
}

/** What is paid back contains its share of the tax, whether that was a part of the prices or added to them. */
function taxOfRefund(order: OrderRow, before: number, cents: number): Tax | null {
  const tax = taxOf(order)
  return tax && { ...tax, cents: taxInRefund(order, before, cents), isIncluded: true }
}

const atOnce = 200

/** Issues missing credit notes, in order of payout: of earlier refunds, and of those settled by older nodes. */
export const creditMissingRefunds = (store: Store): Promise<number> => issueMissing(store, creditSome, atOnce)

async function creditSome(tx: Tx): Promise<number> {
  await statement(tx, "", "select pg_advisory_xact_lock($1)", [advisoryLocks.invoices])
  const uncredited = await statement<{ id: number }>(
    tx,
    "",
    `select r.id from refunds r join orders o on o.id = r.order_id
      where r.settled_at is not null and r.credit_note is null and o.invoice_number is not null
      order by r.settled_at, r.id limit $1 for update of r`,
    [atOnce],
  )
  if (uncredited.length > 0)
    await creditRefunds(
      tx,
      uncredited.map(({ id }) => id),
    )
  return uncredited.length
}
