import { useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"
import { paymentTexts } from "#contract/buyingText.ts"
import type { Order, OrderPayment } from "#contract/orders.ts"
import { t } from "#contract/t.ts"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { money } from "../../platform/ui/format.ts"
import { Trans } from "../../platform/ui/Trans.tsx"
import { PayBy, useEnded } from "../../shopfront/orders/Countdown.tsx"
import { OrderTimeline } from "../../shopfront/orders/OrderTimeline.tsx"
import { usePayNow } from "../../shopfront/orders/pay.ts"
import { SendRest } from "../../shopfront/orders/SendRest.tsx"

/** How long an unpaid order is reserved, and a button to pay it. */
export function PayBox({ order }: { order: Order }) {
  const { payNow, isPaying, failure } = usePayNow()
  const ended = useEnded(order.holdExpiresAt)
  const client = useQueryClient()
  useEffect(() => {
    if (ended) void client.invalidateQueries({ queryKey: ["order"] })
  }, [ended, client])
  if (order.payment)
    return <MoneySeen order={order} payment={order.payment} until={ended ? null : order.holdExpiresAt} />
  return (
    <section aria-label={t`Payment`} className={box}>
      {order.holdExpiresAt && !ended ? (
        <>
          <p className="text-lead">
            <PayBy until={order.holdExpiresAt} />
          </p>
          <p className="mt-1 text-ink-2">
            <Trans>
              Your models are reserved until then. After that, the order is cancelled and you won't be charged.
            </Trans>
          </p>
          {failure && (
            <Alert kind="danger" className="mt-4">
              {failure}
            </Alert>
          )}
          <Button className="mt-5" busy={isPaying} onClick={() => void payNow(order.reference)}>{t`Pay now`}</Button>
          <OrderTimeline order={order} isPaymentNoted className="mt-6" />
        </>
      ) : (
        <p className="text-lead">{t`The time to pay for this order has run out. The items may still be in your cart.`}</p>
      )}
    </section>
  )
}

const box = "no-print rounded-card border border-line bg-surface p-5 sm:p-6"

/** Shown once a payment was seen: what has arrived, and how to pay the rest. */
function MoneySeen({ order, payment, until }: { order: Order; payment: OrderPayment; until: string | null }) {
  const isMissing = payment.state === "partial"
  return (
    <section aria-label={t`Payment`} className={box}>
      {payment.arrived > 0 && (
        <p className="text-lead">{paymentTexts.partArrived(money(payment.arrived), money(payment.missing))}</p>
      )}
      {!isMissing && <p className="mt-1 text-ink-2">{paymentTexts.onItsWayNote}</p>}
      {isMissing && until && (
        <p className="mt-1 text-ink-2">
          {payment.remaining && `${paymentTexts.inCoin(payment.remaining)} `}
          {paymentTexts.sentTo} <PayBy until={until} />
        </p>
      )}
      {isMissing && <p className="mt-1 text-ink-2">{paymentTexts.partLater}</p>}
      {isMissing && until && payment.invoice_url && (
        <SendRest id={payment.payment_id} url={payment.invoice_url} className="mt-5" />
      )}
      <OrderTimeline order={order} isPaymentNoted className="mt-6" />
    </section>
  )
}
