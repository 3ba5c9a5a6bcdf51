import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { maxReturnPhotos } from "#contract/limits.ts"
import type { Order } from "#contract/orders.ts"
import type { OrderReturns as Found, Refund, Return } from "#contract/refunds.ts"
import { returnReasonTexts, returnTexts } from "#contract/refundText.ts"
import { t } from "#contract/t.ts"
import { call, explain } from "../../platform/api/client.ts"
import { Link } from "../../platform/router.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { Confirm } from "../../platform/ui/Confirm.tsx"
import { dateOf, money } from "../../platform/ui/format.ts"
import { ErrorState, Tag } from "../../platform/ui/states.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { ReturnBadge } from "../../shopfront/orders/ReturnBadge.tsx"
import { ReturnPhotos } from "../../shopfront/orders/ReturnPhotos.tsx"
import { AddPhotos } from "./AddPhotos.tsx"
import { ReturnForm } from "./ReturnForm.tsx"

/** The refunds and returns of an order, and a form for a new return within the time limit. */
export function OrderReturns({ order }: { order: Order }) {
  const key = ["order", order.id, "returns"]
  const isSent = order.status === "shipped" || order.status === "completed"
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(`GET /orders/${order.id}/returns`, { signal }),
    enabled: isSent || order.refund.due > 0 || order.refund.state !== "none",
  })
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const show = (found: Found) => client.setQueryData(key, found)
  if (error && !data)
    return <ErrorState title={returnTexts.loadFailed} detail={explain(error)} retry={() => void refetch()} />
  if (!data || (data.until === null && data.returns.length === 0 && data.refunds.length === 0)) return null
  const { until, lines, returns, refunds } = data
  return (
    <section aria-labelledby="returns">
      <h2 id="returns" className="placard pt-3 font-display text-h3">
        {refunds.length > 0 ? t`Returns and refunds` : t`Returns`}
      </h2>
      <ul className="mt-2 divide-y divide-line empty:hidden">
        {refunds.map((refund) => (
          <RefundRow key={`refund-${refund.id}`} refund={refund} />
        ))}
        {returns.map((one) => (
          <ReturnRow key={`return-${one.id}`} orderReturn={one} onChange={show} />
        ))}
      </ul>
      {until && lines.length > 0 && (
        <>
          <p className="mt-3 text-ink-2 text-ui">{t`You can request a return until ${dateOf(until)}.`}</p>
          <Button variant="outline" className="no-print mt-4" onClick={() => setAsking(true)}>{t`Return items`}</Button>
          <ReturnForm
            open={asking}
            orderId={order.id}
            lines={lines}
            onClose={() => setAsking(false)}
            onSent={(found, failure) => {
              show(found)
              setAsking(false)
              toast(returnTexts.requested, { kind: "success", description: t`We'll email you once it's decided.` })
              if (failure) toast(returnTexts.photosFailed, { kind: "error", description: failure })
            }}
          />
        </>
      )}
      {until && Date.parse(until) <= Date.now() && (
        <p className="mt-3 text-ink-2 text-ui">{returnTexts.over(dateOf(until))}</p>
      )}
    </section>
  )
}

function RefundRow({ refund }: { refund: Refund }) {
  const { status, amount, created_at, settled_at, payout_id, payout_amount, payout_currency, credit_note } = refund
  const sent = payout_amount && `${payout_amount} ${(payout_currency ?? "").toUpperCase()}`
  return (
    <li className="py-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Tag dot tone={status === "due" ? "warn" : "success"}>
          {status === "due" ? t`Refund on its way` : t`Refund sent`}
        </Tag>
        <span className="tabular ms-auto font-semibold">{money(amount)}</span>
      </p>
      {status === "due" && <p className="mt-1 text-ink-2 text-ui">{t`Since ${dateOf(created_at)}`}</p>}
      {settled_at && (
        <p className="mt-1 text-ink-2 text-ui">{[t`Sent on ${dateOf(settled_at)}`, sent].filter(Boolean).join(", ")}</p>
      )}
      {credit_note && (
        <p className="no-print">
          <Link to={`/invoice?number=${credit_note}`} className="link">
            {t`Credit note ${credit_note}`}
          </Link>
        </p>
      )}
      {payout_id && <p className="wrap-anywhere text-ink-3 text-meta">{t`Transaction ${payout_id}`}</p>}
    </li>
  )
}

function ReturnRow({ orderReturn, onChange }: { orderReturn: Return; onChange(found: Found): void }) {
  const [asking, setAsking] = useState(false)
  const withdraw = () =>
    call(`POST /returns/${orderReturn.id}/withdraw`)
      .then((found) => {
        onChange(found)
        toast(returnTexts.withdrawn, { kind: "success" })
      })
      .catch((error: unknown) => toast(returnTexts.withdrawFailed, { kind: "error", description: explain(error) }))
  return (
    <li className="py-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <ReturnBadge status={orderReturn.status} />
        <span className="text-ui">
          {orderReturn.lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(", ")}
        </span>
      </p>
      <p className="mt-1 text-ink-3 text-meta">{`${returnReasonTexts[orderReturn.reason]}, ${dateOf(orderReturn.created_at)}`}</p>
      {[
        [t`Your note`, orderReturn.note],
        [t`Instructions`, orderReturn.instructions],
        [t`Why it was declined`, orderReturn.refusal],
        [t`Condition on arrival`, orderReturn.condition],
      ].map(
        ([label, text]) =>
          text && (
            <p key={label} className="wrap-anywhere mt-1 max-w-measure whitespace-pre-line text-ink-2 text-ui">
              {`${label}: ${text}`}
            </p>
          ),
      )}
      <ReturnPhotos of={orderReturn} />
      {(orderReturn.status === "requested" || orderReturn.status === "approved") && (
        <>
          {orderReturn.reason === "damaged" && orderReturn.photos.length < maxReturnPhotos && (
            <AddPhotos orderReturn={orderReturn} onChange={onChange} />
          )}
          <Button
            variant="outline"
            className="no-print mt-3"
            onClick={() => setAsking(true)}
          >{t`Withdraw return`}</Button>
          <Confirm
            open={asking}
            onClose={() => setAsking(false)}
            title={t`Withdraw this return?`}
            action={t`Withdraw return`}
            keep={t`Keep return`}
            onConfirm={withdraw}
          >{t`You can request another one while there's time.`}</Confirm>
        </>
      )}
    </li>
  )
}
