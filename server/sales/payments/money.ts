import { eq } from "drizzle-orm"
import type { Tx } from "../../platform/db/store.ts"
import { isPositive } from "./decimal.ts"
import { payments } from "./tables.ts"

export type PaymentRow = typeof payments.$inferSelect

/** Returns whether coins are pending: seen, but not confirmed. */
export function isPending(payment: PaymentRow): boolean {
  return payment.status === "processing"
}

/** Returns whether coins have arrived, whether or not they are sufficient and for whatever purpose. */
export function isReceived(payment: PaymentRow): boolean {
  if (payment.status === "refunded" || isPending(payment)) return false
  return payment.status === "completed" || payment.status === "partially_paid" || isPositive(payment.actuallyPaid)
}

/** Returns the pending and received payments of an order. Hold the order's lock to act on them. */
export async function paymentProgress(tx: Tx, orderId: number) {
  const rows = await tx.db.select().from(payments).where(eq(payments.orderId, orderId))
  return { pending: rows.filter(isPending), received: rows.filter(isReceived) }
}
