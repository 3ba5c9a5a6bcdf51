import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Link } from "react-router"
import type { AdminPayment, PaymentEvent, ReviewPayment } from "#contract/admin.ts"
import { moneyTexts } from "#contract/panelText.ts"
import type { CheckedPayment } from "#contract/payments.ts"
import { call, explain } from "../../api/client.ts"
import { Button } from "../../ui/Button.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { TextArea } from "../../ui/Field.tsx"
import { dateTimeOf, money } from "../../ui/format.ts"
import { Notice } from "../../ui/Notice.tsx"
import { ErrorState, Skeleton } from "../../ui/states.tsx"
import { toast } from "../../ui/toast.tsx"
import { refresh } from "../table/useRows.ts"
import { PaymentState } from "./PaymentState.tsx"

/** One payment: what we know of it, and what the provider said, word for word. */
export function PaymentDialog({ payment, onClose }: { payment: AdminPayment | undefined; onClose(): void }) {
  return (
    <Dialog
      open={payment !== undefined}
      onClose={onClose}
      title={`Payment ${payment?.payment_id ?? ""}`}
      shape="side"
      className="w-[min(44rem,100vw)]!"
    >
      {payment && <Detail payment={payment} onClose={onClose} />}
    </Dialog>
  )
}

const sources = { notice: "Notice", poll: "Asked by the shop", manual: "Asked by staff" }

function Detail({ payment, onClose }: { payment: AdminPayment; onClose(): void }) {
  const [status, setStatus] = useState<string>(payment.status)
  const [busy, setBusy] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ["admin", "payments", "events", payment.id],
    queryFn: () => call<PaymentEvent[]>(`GET /admin/payments/${payment.id}/events`),
  })
  const recheck = async () => {
    setBusy(true)
    try {
      const checked = await call<CheckedPayment>(`POST /admin/payments/${payment.id}/recheck`)
      setStatus(checked.status)
      toast(moneyTexts.asked, { kind: "success" })
      refresh("payments", "subscriptions", "orders")
    } catch (failure) {
      toast(moneyTexts.askFailed, { description: explain(failure), kind: "error" })
    } finally {
      setBusy(false)
    }
  }
  const facts: [string, React.ReactNode][] = [
    ["State", <PaymentState key="state" status={status} />],
    ["Asked for", money(payment.amount)],
    [
      "Arrived",
      Number(payment.actually_paid) > 0
        ? `${payment.actually_paid} ${(payment.pay_currency ?? "").toUpperCase()}`
        : "Nothing yet",
    ],
    ["User", payment.user_email ?? "Nobody we know"],
    [
      "For",
      payment.plan ??
        (payment.orderNumber ? <OrderLink key="order" number={payment.orderNumber} /> : "Nothing of ours"),
    ],
    ["The provider says", payment.provider_status],
    ...(payment.flags.length > 0 ? ([["Noted", payment.flags.join(", ")]] as [string, React.ReactNode][]) : []),
    ...(payment.review_note ? ([["What was done", payment.review_note]] as [string, React.ReactNode][]) : []),
  ]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 text-ui">
      <dl className="grid grid-cols-[9rem_minmax(0,1fr)] items-center gap-y-1.5">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3 text-meta">{name}</dt>
            <dd className="wrap-anywhere tabular">{value}</dd>
          </div>
        ))}
      </dl>
      <div>
        <Button look="outline" busy={busy} onClick={() => void recheck()}>
          Ask the provider again
        </Button>
      </div>
      {payment.review && payment.review !== "settled" && payment.review !== "refunded" && (
        <Review payment={payment} onDone={onClose} />
      )}
      <section aria-label="Raw events">
        <h3 className="mb-2 font-semibold">Raw events</h3>
        {error && !data && <ErrorState detail={explain(error)} retry={() => void refetch()} />}
        {!data && !error && <Skeleton className="h-24 w-full" />}
        {data?.length === 0 && <p className="text-ink-3">None yet.</p>}
        <ol className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {data?.map((event) => (
            <li key={event.id} className="border-line border-t pt-2">
              <details>
                <summary className="flex min-h-11 flex-wrap items-center gap-x-3">
                  <span className="font-semibold">{event.provider_status ?? "Not readable"}</span>
                  <span>{sources[event.source]}</span>
                  <span className="tabular text-ink-3 text-meta">{dateTimeOf(event.received_at)}</span>
                  <span className="text-ink-2 text-meta">
                    {event.applied ? "Applied" : (event.note ?? "Not applied")}
                  </span>
                </summary>
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard, too */}
                <pre tabIndex={0} className="max-h-80 overflow-auto bg-sunken p-3 text-meta">
                  {readable(event.raw)}
                </pre>
              </details>
            </li>
          ))}
        </ol>
      </section>
    </div>
  )
}

function OrderLink({ number }: { number: string }) {
  return (
    <Link
      to={`/admin?${new URLSearchParams({ tab: "orders", q: number })}`}
      className="link inline-flex min-h-11 items-center"
    >
      {number}
    </Link>
  )
}

function Review({ payment, onDone }: { payment: AdminPayment; onDone(): void }) {
  const [note, setNote] = useState("")
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState<string>()
  const send = async (review: ReviewPayment["review"]) => {
    setBusy(review)
    setFailure(undefined)
    try {
      const body: ReviewPayment = { review, ...(note.trim() ? { note: note.trim() } : {}) }
      await call(`POST /admin/payments/${payment.id}/review`, { body })
      refresh("payments", "subscriptions")
      onDone()
    } catch (error) {
      setFailure(explain(error))
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <section aria-label="What to do with this money" className="grid gap-4 border-line border-y py-4">
      <TextArea
        label="What was done"
        rows={2}
        value={note}
        maxLength={1000}
        onChange={(event) => setNote(event.target.value)}
      />
      {failure && (
        <Notice kind="danger" title={moneyTexts.reviewFailed}>
          {failure}
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        {payment.review === "open" && (
          <Button look="outline" busy={busy === "refund_due"} onClick={() => void send("refund_due")}>
            Mark as refund due
          </Button>
        )}
        {payment.review === "refund_due" && (
          <Button look="outline" busy={busy === "refunded"} onClick={() => void send("refunded")}>
            Mark as refunded
          </Button>
        )}
        <Button look="outline" busy={busy === "settled"} onClick={() => void send("settled")}>
          Mark as settled
        </Button>
      </div>
    </section>
  )
}

/** JSON laid out for reading; anything else as it came. */
function readable(raw: string): string {
  try {
    return JSON.stringify(JSON.parse(raw), null, 2)
  } catch {
    return raw
  }
}
