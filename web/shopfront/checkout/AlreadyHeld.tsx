import { paymentTexts } from "#contract/buyingText.ts"
import { t } from "#contract/t.ts"
import { Link } from "../../platform/router.ts"
import { Alert } from "../../platform/ui/Alert.tsx"
import { money } from "../../platform/ui/format.ts"
import { useOrders } from "../orders/orders.ts"

/** Warns if an order with a pending payment contains a model of the cart. */
export function AlreadyHeld({ lines }: { lines: { doll_id: number }[] }) {
  const { data } = useOrders({ status: "unpaid", page: 1 })
  const inCart = new Set(lines.map((line) => line.doll_id))
  const order = data?.items.find((one) => one.payment && one.items.some((item) => inCart.has(item.doll_id)))
  if (!order?.payment) return null
  const { state, arrived, missing } = order.payment
  const title = state === "partial" ? paymentTexts.alreadyHeldInPart : paymentTexts.alreadyHeld
  return (
    <Alert kind="warn" title={title(order.orderNumber)} className="mt-6">
      {arrived > 0 && missing > 0 && <p>{paymentTexts.partArrived(money(arrived), money(missing))}</p>}
      <Link to={`/order/${order.id}`} className="link inline-flex min-h-11 items-center">
        {t`View order ${order.orderNumber}`}
      </Link>
    </Alert>
  )
}
