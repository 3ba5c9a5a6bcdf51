import { useQuery } from "@tanstack/react-query"
import { CircleX } from "lucide-react"
import { useState } from "react"
import { paymentTexts } from "#contract/buyingText.ts"
import type { Order } from "#contract/orders.ts"
import { useOrders } from "../account/orders.ts"
import { Guard } from "../shell/Guard.tsx"
import { titled } from "../shell/shop.ts"
import { Button, ButtonLink } from "../ui/Button.tsx"
import { Notice } from "../ui/Notice.tsx"
import { PageSpinner } from "../ui/states.tsx"
import { Countdown, useEnded } from "./Countdown.tsx"
import { FollowedPayment, paymentQuery } from "./FollowedPayment.tsx"
import { lastPayment, usePayNow } from "./pay.ts"
import { ResultFrame } from "./ResultFrame.tsx"

export const meta = () => [{ title: titled("Payment cancelled") }, { name: "robots", content: "noindex" }]

export default function CancelRoute() {
  return (
    <Guard roles={["user"]}>
      <Cancel />
    </Guard>
  )
}

/**
 * The provider leads here from payments that were not finished, also from one that was paid in part. The way back may not name
 * the payment, so the orders that wait have the last word.
 */
function Cancel() {
  const [id] = useState(lastPayment)
  const payment = useQuery({ ...paymentQuery(id ?? 0), enabled: id !== null })
  const waiting = useOrders({ status: "unpaid", page: 1 })
  if (payment.isLoading || waiting.isPending) return <PageSpinner />
  const { data } = payment
  if (id && data && data.status !== "pending" && data.status !== "failed") return <FollowedPayment id={id} />
  const orders = waiting.data?.items ?? []
  const order = orders.find((one) => one.id === data?.order_id) ?? orders.find((one) => one.payment) ?? orders[0]
  if (order?.payment) return <FollowedPayment id={order.payment.payment_id} />
  return <Cancelled order={order} isKnown={waiting.data !== undefined} />
}

function Cancelled({ order, isKnown }: { order: Order | undefined; isKnown: boolean }) {
  const ended = useEnded(order?.holdExpiresAt)
  const { payNow, isPaying, failure } = usePayNow()
  const live = order && !ended ? order : null
  return (
    <ResultFrame
      icon={<CircleX aria-hidden size={40} strokeWidth={1.25} className="text-ink-2" />}
      title={paymentTexts.cancelled}
      text={isKnown ? paymentTexts.notMade : paymentTexts.notAsked}
    >
      {failure && (
        <Notice kind="danger" className="mt-6 text-left">
          {failure}
        </Notice>
      )}
      {live?.holdExpiresAt && (
        <p className="mt-6 text-ink-2 text-ui">
          Order {live.orderNumber} is held for you for another <Countdown until={live.holdExpiresAt} />.
        </p>
      )}
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        {live && (
          <Button busy={isPaying} onClick={() => void payNow(live.reference)}>
            Try the payment again
          </Button>
        )}
        <ButtonLink to="/cart" look={live ? "outline" : "primary"}>
          Back to cart
        </ButtonLink>
        <ButtonLink to="/" look="quiet">
          Back to home
        </ButtonLink>
      </div>
    </ResultFrame>
  )
}
