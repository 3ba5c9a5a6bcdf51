import { useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"
import type { Order } from "#contract/orders.ts"
import { Countdown, useEnded } from "../checkout/Countdown.tsx"
import { usePayNow } from "../checkout/pay.ts"
import { Button } from "../ui/Button.tsx"
import { Notice } from "../ui/Notice.tsx"

/** An order that waits for its payment: how long it is held, and the way to pay. */
export function PayBox({ order }: { order: Order }) {
  const { payNow, isPaying, failure } = usePayNow()
  const ended = useEnded(order.holdExpiresAt)
  const client = useQueryClient()
  useEffect(() => {
    if (ended) void client.invalidateQueries({ queryKey: ["order"] })
  }, [ended, client])
  return (
    <section aria-label="Payment" className="no-print rounded-dialog border border-line bg-surface p-5 sm:p-6">
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
