import { Circle, CircleCheck } from "lucide-react"
import type { Order } from "#contract/orders.ts"
import { dateOf } from "../ui/format.ts"

/** The steps of an order with their dates. */
export function OrderProgress({ order }: { order: Order }) {
  const steps: [string, string | null][] = [
    ["Placed", order.createdAt],
    ["Paid", order.paymentTime],
    ["Shipped", order.shippedAt],
    ["Completed", order.completedAt],
  ]
  return (
    <ol aria-label="Order progress" className="grid gap-3 sm:grid-cols-4">
      {steps.map(([label, at]) => {
        const Icon = at ? CircleCheck : Circle
        return (
          <li key={label} className="flex gap-2 border-line border-t pt-2 sm:flex-col">
            <Icon aria-hidden size={20} className={at ? "shrink-0 text-success" : "shrink-0 text-ink-3"} />
            <div>
              <p className={at ? "font-semibold text-ui" : "text-ink-2 text-ui"}>{label}</p>
              <p className="text-ink-3 text-meta">{at ? dateOf(at) : "Not yet"}</p>
            </div>
          </li>
        )
      })}
    </ol>
  )
}
