import { t } from "#contract/t.ts"
import { OrderTimeline, type Shown } from "../../shopfront/orders/OrderTimeline.tsx"
import { TrackOrder } from "./TrackOrder.tsx"

/** What happens next. */
const statusTexts: Record<string, string> = {
  unpaid: t`We're waiting for your payment. Log in to pay for this order.`,
  to_be_shipped: t`Thank you for your payment. Handling takes 3-5 business days. We'll email you when your order ships.`,
  completed: t`Delivered. We hope you love it.`,
  cancelled: t`This order was cancelled. You haven't been charged.`,
  needs_review: t`Your payment didn't match your order, so our team is reviewing it. Your money is safe, and there's nothing you need to do.`,
  refund_due: t`We'll refund your payment.`,
  refunded: t`Your payment was refunded.`,
}

interface OrderStateProps {
  order: Shown
  /** The reason that staff gave for cancelling. */
  reason?: string | null
}

export function OrderState({ order, reason }: OrderStateProps) {
  if (order.status === "shipped" && order.trackingNumber) {
    return <TrackOrder order={order} number={order.trackingNumber} />
  }
  const text = statusTexts[order.status]
  if (!text) return null
  return (
    <div className="rounded-card border border-line bg-surface p-5 sm:p-6">
      <p className="max-w-measure text-lead">{text}</p>
      {reason && order.status === "cancelled" && (
        <p className="wrap-anywhere mt-2 max-w-measure text-ink-2">{t`Reason: ${reason}`}</p>
      )}
      <OrderTimeline order={order} className="mt-6" />
    </div>
  )
}
