import { orderStatusText, paymentTexts } from "#contract/buyingText.ts"
import type { Order, OrderStatus } from "#contract/orders.ts"
import { refundTexts } from "#contract/refundText.ts"
import { Tag, type Tone } from "../../platform/ui/states.tsx"

const tones: Record<OrderStatus, Tone> = {
  unpaid: "warn",
  to_be_shipped: "info",
  shipped: "plum",
  completed: "success",
  cancelled: "neutral",
  needs_review: "warn",
  refund_due: "warn",
  refunded: "neutral",
}

interface BadgeProps {
  status: string
  payment?: Order["payment"]
  refund?: Order["refund"]
}

/** Shows the status, and for a shipped order whether it was refunded in part or in full. */
export function OrderBadge({ status, payment, refund }: BadgeProps) {
  const badge = (
    <Tag dot tone={(tones as Record<string, Tone>)[status] ?? "neutral"}>
      {status === "unpaid" && payment ? moneySeen[payment.state] : orderStatusText(status)}
    </Tag>
  )
  if (!refund || refund.state === "none" || status === "refunded") return badge
  return (
    <span className="inline-flex flex-wrap gap-1">
      {badge}
      <Tag tone="neutral">{refund.state === "full" ? refundTexts.fully : refundTexts.partly}</Tag>
    </span>
  )
}

const moneySeen = {
  coming: paymentTexts.onItsWay,
  partial: paymentTexts.partPaid,
  arrived: paymentTexts.onItsWay,
}
