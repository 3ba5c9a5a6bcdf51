import { and, desc, eq, isNull } from "drizzle-orm"
import { accountTexts } from "#contract/memberText.ts"
import { after } from "../../platform/clock.ts"
import type { Tx } from "../../platform/db/store.ts"
import { fromCents } from "../../platform/money.ts"
import { Refusal } from "../../platform/refusal.ts"
import { pollFor } from "./apply.ts"
import { isPending } from "./money.ts"
import { invoices, payments } from "./tables.ts"

/**
 * Refuses while cryptocurrency for a membership is on its way. After eight days it is no longer expected, as with
 * orders.
 */
export async function refusePendingPayments(tx: Tx, userId: number): Promise<void> {
  const rows = await tx.db
    .select()
    .from(payments)
    .where(and(eq(payments.userId, userId), isNull(payments.orderId)))
  const waits = rows.some((payment) => isPending(payment) && after(payment.updatedAt, pollFor) > tx.now())
  if (waits) throw new Refusal("WRONG_STATE", accountTexts.moneyUnderWay)
}

export async function exportInvoices(tx: Tx, userId: number) {
  const rows = await tx.db.select().from(invoices).where(eq(invoices.userId, userId)).orderBy(desc(invoices.id))
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    is_gift: row.isGift,
    order_id: row.orderId,
    level: row.level,
    amount: fromCents(row.amountCents),
    currency: row.currency,
    state: row.state,
    created_at: row.createdAt.toISOString(),
  }))
}

export async function exportPayments(tx: Tx, userId: number) {
  const rows = await tx.db.select().from(payments).where(eq(payments.userId, userId)).orderBy(desc(payments.id))
  return rows.map((row) => ({
    id: row.id,
    provider: row.provider,
    payment_id: row.paymentId,
    invoice_id: row.invoiceId,
    order_id: row.orderId,
    status: row.status,
    price_amount: row.priceAmount,
    price_currency: row.priceCurrency,
    pay_amount: row.payAmount,
    actually_paid: row.actuallyPaid,
    pay_currency: row.payCurrency,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }))
}
