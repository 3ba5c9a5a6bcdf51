import { Link } from "react-router"
import { paymentTexts } from "#contract/buyingText.ts"
import { useOrders } from "../account/orders.ts"
import { Notice } from "../ui/Notice.tsx"

/** An order with money under way may hold what is in the cart: paying here would buy it once more. */
export function AlreadyHeld({ lines }: { lines: { doll_id: number }[] }) {
  const { data } = useOrders({ status: "unpaid", page: 1 })
  const inCart = new Set(lines.map((line) => line.doll_id))
  const order = data?.items.find((one) => one.payment && one.items.some((item) => inCart.has(item.doll_id)))
  if (!order) return null
  return (
    <Notice kind="warn" title={paymentTexts.alreadyHeld(order.orderNumber)} className="mt-6">
      <Link to={`/order/${order.id}`} className="link inline-flex min-h-11 items-center">
        {`To order ${order.orderNumber}`}
      </Link>
    </Notice>
  )
}
