import { orderTexts } from "#contract/buyingText.ts"
import type { Order } from "#contract/orders.ts"
import { dateOf } from "../ui/format.ts"
import { expectedDelivery } from "./delivery.ts"

export function ExpectedDelivery({ order, className }: { order: Order; className?: string }) {
  const expected = expectedDelivery(order, new Date())
  if (!expected) return null
  return <p className={className}>{orderTexts.expected(dateOf(expected.from), dateOf(expected.until))}</p>
}
