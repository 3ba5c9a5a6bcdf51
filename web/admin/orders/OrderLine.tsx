import type { CustomerOrders } from "#contract/customers.ts"
import { plural } from "#contract/t.ts"
import { Link } from "../../platform/router.ts"
import { dateOf, money } from "../../platform/ui/format.ts"
import { OrderBadge } from "../../shopfront/orders/OrderBadge.tsx"

/** An order in a list, on a customer's page or beside a message. */
export function OrderLine({
  id,
  order_number,
  status,
  refund,
  pieces,
  total,
  created_at,
}: CustomerOrders["items"][number]) {
  return (
    <>
      <span className="flex items-start justify-between gap-3">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link to={`/admin?tab=orders&order=${id}`} className="link tabular">
            {order_number}
          </Link>
          <OrderBadge status={status} refund={refund} />
        </span>
        <span className="tabular">{money(total)}</span>
      </span>
      <span className="wrap-anywhere mt-0.5 block text-ink-3 text-meta">
        {`${dateOf(created_at)}, ${plural(pieces, { one: "1 model", other: `${pieces} models` })}`}
      </span>
    </>
  )
}
