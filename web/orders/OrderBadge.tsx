import { orderStatusText, paymentTexts } from "#contract/buyingText.ts"
import type { Order, OrderStatus } from "#contract/orders.ts"
import { Tag, type Tone } from "../ui/states.tsx"

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

export function OrderBadge({ status, payment }: { status: string; payment?: Order["payment"] }) {
  return (
    <Tag dot tone={(tones as Record<string, Tone>)[status] ?? "neutral"}>
      {status === "unpaid" && payment ? moneySeen[payment.state] : orderStatusText(status)}
    </Tag>
  )
}

const moneySeen = {
  coming: paymentTexts.onItsWay,
  partial: paymentTexts.partPaid,
  arrived: paymentTexts.onItsWay,
}
