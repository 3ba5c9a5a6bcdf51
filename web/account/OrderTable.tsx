import type { Order } from "#contract/orders.ts"
import { OrderBadge } from "../orders/OrderBadge.tsx"
import { Link } from "../router.ts"
import { dateOf, money } from "../ui/format.ts"
import { Skeleton } from "../ui/states.tsx"

/** On small screens date and status are below the number. */
export function OrderTable({ orders, label }: { orders: Order[]; label: string }) {
  return (
    <div className="overflow-x-auto">
      <table className="mt-2 w-full text-left text-ui">
        <caption className="sr-only">{label}</caption>
        <thead className="text-ink-3 text-meta">
          <tr className="border-line border-b">
            <th scope="col" className="py-2 pr-3 font-medium">
              Order
            </th>
            <th scope="col" className="py-2 pr-3 font-medium max-sm:hidden">
              Date
            </th>
            <th scope="col" className="py-2 pr-3 font-medium max-sm:hidden">
              Status
            </th>
            <th scope="col" className="py-2 pr-3 text-right font-medium">
              Total
            </th>
            <th scope="col" className="py-2">
              <span className="sr-only">Details</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.id} className="border-line border-b align-middle">
              <th scope="row" className="py-3 pr-3 font-semibold">
                {order.orderNumber}
                <span className="block font-normal text-ink-3 text-meta sm:hidden">{dateOf(order.createdAt)}</span>
                <span className="mt-1 block sm:hidden">
                  <OrderBadge status={order.status} payment={order.payment} />
                </span>
              </th>
              <td className="py-3 pr-3 text-ink-2 max-sm:hidden">{dateOf(order.createdAt)}</td>
              <td className="py-3 pr-3 max-sm:hidden">
                <OrderBadge status={order.status} payment={order.payment} />
              </td>
              <td className="tabular py-3 pr-3 text-right">{money(order.paymentAmount)}</td>
              <td className="py-1 text-right">
                <Link
                  to={`/order/${order.id}`}
                  aria-label={`Details of ${order.orderNumber}`}
                  className="link inline-flex min-h-11 items-center"
                >
                  Details
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export function LoadingRows({ rows = 4 }: { rows?: number }) {
  return (
    <div role="status" className="mt-4 grid gap-2">
      <span className="sr-only">Loading</span>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows without content have only their place
        <Skeleton key={index} className="h-12" />
      ))}
    </div>
  )
}
