import { orderTexts } from "#contract/buyingText.ts"
import type { Order } from "#contract/orders.ts"
import { expectedDelivery } from "./delivery.ts"
import { daysOfDelivery } from "./deliveryDays.ts"

export function ExpectedDelivery({ order, className }: { order: Order; className?: string }) {
  const expected = expectedDelivery(order, new Date())
  if (!expected) return null
  return <p className={className}>{orderTexts.expected(daysOfDelivery(expected))}</p>
}
