import type { Order } from "#contract/orders.ts"
import { t } from "#contract/t.ts"
import { Link } from "../../platform/router.ts"
import { dateOf, money } from "../../platform/ui/format.ts"
import { Skeleton } from "../../platform/ui/states.tsx"
import { Thumb } from "../../platform/ui/Thumb.tsx"
import { OrderBadge } from "../../shopfront/orders/OrderBadge.tsx"

/**
 * Orders with their models. On narrow screens, status and total are below the name; with large text on a phone, the
 * picture is left out.
 */
export function OrderTable({ orders, label }: { orders: Order[]; label: string }) {
  return (
    <div className="@container">
      <table className="mt-4 w-full border-line border-t text-ui">
        <caption className="sr-only">{label}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{t`Order`}</th>
            <th scope="col">{t`Status`}</th>
            <th scope="col">{t`Total`}</th>
            <th scope="col">{t`Details`}</th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.id} className="border-line border-b align-middle @max-[16rem]:flex @max-[16rem]:flex-wrap">
              <th scope="row" className="py-4 pe-4 font-normal">
                <div className="flex gap-4">
                  <Pieces items={order.items} />
                  <div className="min-w-0 self-center">
                    <p className="wrap-anywhere font-display text-h3">{namesOf(order)}</p>
                    <p className="mt-1 text-ink-3 text-meta">
                      <span className="whitespace-nowrap">{order.orderNumber}</span>
                      {", "}
                      <span className="whitespace-nowrap">{dateOf(order.createdAt)}</span>
                    </p>
                    <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 @xl:hidden">
                      <OrderBadge status={order.status} payment={order.payment} refund={order.refund} />
                      <span className="tabular text-ink-2 text-meta">{money(order.paymentAmount)}</span>
                    </p>
                  </div>
                </div>
              </th>
              <td className="py-4 pe-4 @max-xl:hidden">
                <OrderBadge status={order.status} payment={order.payment} refund={order.refund} />
              </td>
              <td className="tabular py-4 pe-4 text-end @max-xl:hidden">{money(order.paymentAmount)}</td>
              <td className="py-4 text-end">
                <Link
                  to={`/order/${order.id}`}
                  aria-label={t`Details of ${order.orderNumber}`}
                  className="link inline-flex min-h-11 items-center"
                >{t`Details`}</Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Shows the first model and the number of the others. */
function Pieces({ items }: { items: Order["items"] }) {
  const others = items.length - 1
  return (
    <div className="relative w-16 shrink-0 self-start @max-[16rem]:hidden sm:w-20">
      <Thumb picture={items[0]?.picture ?? null} className="w-full" />
      {others > 0 && (
        <span
          aria-hidden
          className="absolute inset-e-1 bottom-1 rounded-card bg-surface px-1.5 font-semibold text-badge text-ink"
        >
          {`+${others}`}
        </span>
      )}
    </div>
  )
}

/** Formats as `Isolde`, `2 × Imogen and Adelaide` or `Adelaide and 2 more`. */
function namesOf({ items }: Order): string {
  const [first, second, ...others] = items.map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name))
  if (!first) return t`Order`
  if (!second) return first
  return others.length > 0 ? t`${first} and ${others.length + 1} more` : t`${first} and ${second}`
}

export function LoadingRows({ rows = 4, height = "h-12" }: { rows?: number; height?: string }) {
  return (
    <div role="status" className="mt-4 grid gap-2">
      <span className="sr-only">{t`Loading`}</span>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows are identical
        <Skeleton key={index} className={height} />
      ))}
    </div>
  )
}
