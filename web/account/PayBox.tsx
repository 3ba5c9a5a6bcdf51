import { useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"
import { paymentTexts } from "#contract/buyingText.ts"
import type { Order, OrderPayment } from "#contract/orders.ts"
import { Countdown, useEnded } from "../checkout/Countdown.tsx"
import { usePayNow } from "../checkout/pay.ts"
import { SendRest } from "../checkout/SendRest.tsx"
import { Button } from "../ui/Button.tsx"
import { money } from "../ui/format.ts"
import { Notice } from "../ui/Notice.tsx"

/** An order that waits for its payment: how long it is held, and the way to pay. */
export function PayBox({ order }: { order: Order }) {
  const { payNow, isPaying, failure } = usePayNow()
  const ended = useEnded(order.holdExpiresAt)
  const client = useQueryClient()
  useEffect(() => {
    if (ended) void client.invalidateQueries({ queryKey: ["order"] })
  }, [ended, client])
  if (order.payment) return <MoneySeen payment={order.payment} until={ended ? null : order.holdExpiresAt} />
  return (
    <section aria-label="Payment" className={box}>
      {order.holdExpiresAt && !ended ? (
        <>
          <p className="text-lead">
            Held for you for another <Countdown until={order.holdExpiresAt} />.
          </p>
          <p className="mt-1 text-ink-2">After that the pieces go back to the shop, and nothing is charged.</p>
          {failure && (
            <Notice kind="danger" className="mt-4">
              {failure}
            </Notice>
          )}
          <Button className="mt-5" busy={isPaying} onClick={() => void payNow(order.reference)}>
            Pay now
          </Button>
        </>
      ) : (
        <p className="text-lead">
          The time to pay for this order has run out. What you chose may still be in your cart.
        </p>
      )}
    </section>
  )
}

const box = "no-print rounded-dialog border border-line bg-surface p-5 sm:p-6"

/** Money has been seen: how much of it is here, and where the rest goes. */
function MoneySeen({ payment, until }: { payment: OrderPayment; until: string | null }) {
  const isMissing = payment.state === "partial"
  return (
    <section aria-label="Payment" className={box}>
      {payment.arrived > 0 && (
        <p className="text-lead">{paymentTexts.partArrived(money(payment.arrived), money(payment.missing))}</p>
      )}
      {!isMissing && <p className="mt-1 text-ink-2">{paymentTexts.onItsWayNote}</p>}
      {isMissing && until && (
        <p className="mt-1 text-ink-2">
          {payment.remaining && `${paymentTexts.inCoin(payment.remaining)} `}
          {paymentTexts.sentTo} Held for you for another <Countdown until={until} />.
        </p>
      )}
      {isMissing && <p className="mt-1 text-ink-2">{paymentTexts.partLater}</p>}
      {isMissing && until && payment.invoice_url && (
        <SendRest id={payment.payment_id} url={payment.invoice_url} className="mt-5" />
      )}
    </section>
  )
}
