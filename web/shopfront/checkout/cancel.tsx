import { paymentTexts } from "#contract/buyingText.ts"
import type { Order } from "#contract/orders.ts"
import { t } from "#contract/t.ts"
import { privateMeta } from "../../platform/meta/meta.ts"
import { Guard } from "../../platform/navigation/Guard.tsx"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button, ButtonLink } from "../../platform/ui/Button.tsx"
import { PageSpinner } from "../../platform/ui/states.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"
import { PayBy, useEnded } from "../orders/Countdown.tsx"
import { useOrders } from "../orders/orders.ts"
import { usePayNow } from "../orders/pay.ts"
import { Cancelled, useLeftPayment } from "./Cancelled.tsx"
import { FollowedPayment } from "./FollowedPayment.tsx"

export const meta = () => privateMeta(t`Payment cancelled`)

export default function CancelRoute() {
  return (
    <Guard roles={["user"]}>
      <Cancel />
    </Guard>
  )
}

/**
 * The provider's cancel URL, also used for partly paid payments. The URL may not name the payment, so the unpaid orders
 * decide what is shown.
 */
function Cancel() {
  const { id, payment, isLoading, isUnderway } = useLeftPayment()
  const waiting = useOrders({ status: "unpaid", page: 1 })
  if (isLoading || waiting.isPending) return <PageSpinner />
  if (id && isUnderway) return <FollowedPayment id={id} of="order" />
  const orders = waiting.data?.items ?? []
  const order = orders.find((one) => one.id === payment?.order_id) ?? orders.find((one) => one.payment) ?? orders[0]
  if (order?.payment) return <FollowedPayment id={order.payment.payment_id} of="order" />
  return <CancelledOrder order={order} isKnown={waiting.data !== undefined} />
}

function CancelledOrder({ order, isKnown }: { order: Order | undefined; isKnown: boolean }) {
  const ended = useEnded(order?.holdExpiresAt)
  const { payNow, isPaying, failure } = usePayNow()
  const live = order && !ended ? order : null
  return (
    <Cancelled
      of="order"
      title={paymentTexts.cancelled}
      text={isKnown ? paymentTexts.notMade : paymentTexts.notAsked}
      note={
        <>
          {failure && (
            <Alert kind="danger" className="mt-6 text-start">
              {failure}
            </Alert>
          )}
          {live?.holdExpiresAt && (
            <p className="mt-6 text-ink-2 text-ui">
              <Trans>
                Order {live.orderNumber} is reserved for you. <PayBy until={live.holdExpiresAt} />
              </Trans>
            </p>
          )}
        </>
      }
    >
      {live && <Button busy={isPaying} onClick={() => void payNow(live.reference)}>{t`Retry payment`}</Button>}
      <ButtonLink to="/cart" variant={live ? "outline" : "primary"}>{t`Back to cart`}</ButtonLink>
    </Cancelled>
  )
}
