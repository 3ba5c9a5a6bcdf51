import { orderStatusTexts, orderTexts } from "#contract/buyingText.ts"
import type { OrderStatus } from "#contract/orders.ts"
import { after, hours } from "../../platform/clock.ts"
import { said } from "../../platform/languages.ts"
import { Refusal } from "../../platform/refusal.ts"
import type { OrderRow } from "./tables.ts"

const allowedTransitions: Record<OrderStatus, readonly OrderStatus[]> = {
  unpaid: ["to_be_shipped", "cancelled", "needs_review"],
  cancelled: ["needs_review"],
  needs_review: ["to_be_shipped", "refund_due"],
  to_be_shipped: ["shipped", "refund_due"],
  shipped: ["completed"],
  completed: [],
  refund_due: ["refunded"],
  refunded: [],
}

export function nextStatuses(from: OrderStatus): readonly OrderStatus[] {
  return allowedTransitions[from]
}

export function noMove(from: string, to: string): Refusal {
  const named = (status: string) => said(orderStatusTexts[status] ?? status)
  return new Refusal("WRONG_STATE", orderTexts.noMove(named(from), named(to)))
}

export function canTransition(from: OrderStatus, to: OrderStatus): boolean {
  return allowedTransitions[from].includes(to)
}

/** Returns whether the time to pay is over. A pending payment extends the hold, so the clock is sufficient. */
export function holdEnded(order: OrderRow, now: Date): boolean {
  return order.status === "unpaid" && order.holdExpiresAt !== null && order.holdExpiresAt <= now
}

/** Whether the address can still be corrected. */
export const isCorrectable = ({ status }: OrderRow) =>
  status === "unpaid" || status === "needs_review" || status === "to_be_shipped"

/** How long a completion can be reverted. */
const reopenWithin = hours(24)

/** Returns until when the completion of an order can be reverted; null if it cannot. */
export function reopenableUntil({ status, completedAt }: OrderRow, now: Date): Date | null {
  if (status !== "completed" || !completedAt) return null
  const until = after(completedAt, reopenWithin)
  return until > now ? until : null
}
