import { eq } from "drizzle-orm"
import type { Tx } from "../db/store.ts"
import { isPositive } from "./decimal.ts"
import { payments } from "./tables.ts"

export type PaymentRow = typeof payments.$inferSelect

/** Coins that have been seen on their way, but have not arrived. */
export function isComing(payment: PaymentRow): boolean {
  return payment.status === "processing"
}

/** Coins that are with us, whether or not they are enough and whatever they were for. */
export function hasArrived(payment: PaymentRow): boolean {
  if (payment.status === "refunded" || isComing(payment)) return false
  return payment.status === "completed" || payment.status === "partially_paid" || isPositive(payment.actuallyPaid)
}

/** What has been seen of the payments of an order. Read it under the order's lock to act on it. */
export async function moneyOn(tx: Tx, orderId: number) {
  const rows = await tx.db.select().from(payments).where(eq(payments.orderId, orderId))
  const coming = rows.filter(isComing)
  const arrived = rows.filter(hasArrived)
  return { coming, arrived, any: coming.length + arrived.length > 0 }
}
