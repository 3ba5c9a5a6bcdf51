import { asc, eq, inArray } from "drizzle-orm"
import { advisoryLocks } from "../../platform/db/advisoryLocks.ts"
import { statement } from "../../platform/db/statement.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import { issueCreditNotes, issueMissing } from "../invoicing/issue.ts"
import { orderItems, orders, refundItems, refunds } from "./tables.ts"

/** Issues the credit notes of settled refunds whose orders have an invoice. The caller holds the refunds' locks. */
export async function creditRefunds(tx: Tx, ids: number[]): Promise<void> {
  const rows = await tx.db
    .select({ refund: refunds, orderNumber: orders.orderNumber, invoiceNumber: orders.invoiceNumber })
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
    rows.map(({ refund, orderNumber, invoiceNumber }) => ({
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
        totalCents: refund.amountCents,
      },
    })),
  )
  for (const [index, { refund }] of rows.entries())
    await tx.db.update(refunds).set({ creditNote: numbers[index]! }).where(eq(refunds.id, refund.id))
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
