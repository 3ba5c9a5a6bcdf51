import { skipToken, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { AdminPayment, ReviewPayment } from "#contract/admin.ts"
import { maxNoteLength } from "#contract/adminLimits.ts"
import { moneyTexts } from "#contract/panelText.ts"
import { t } from "#contract/t.ts"
import { CustomerLink } from "../../backoffice/staff-ui/CustomerLink.tsx"
import { Loaded } from "../../backoffice/staff-ui/Loaded.tsx"
import { Drawer, type Place } from "../../backoffice/table/Drawer.tsx"
import { refresh } from "../../backoffice/table/useRows.ts"
import { call, explain } from "../../platform/api/client.ts"
import { Link } from "../../platform/router.ts"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { TextArea } from "../../platform/ui/Field.tsx"
import { dateTimeOf, money } from "../../platform/ui/format.ts"
import { ErrorState, Skeleton } from "../../platform/ui/states.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { giftState } from "../../shopfront/orders/giftState.ts"
import { PaymentState } from "./PaymentState.tsx"

export function PaymentDialog({ place }: { place: Place<AdminPayment> }) {
  const { id, row } = place
  const query = useQuery({
    queryKey: ["admin", "payments", "one", id],
    queryFn: id === null ? skipToken : () => call(`GET /admin/payments/${id}`),
    placeholderData: row,
  })
  return (
    <Drawer place={place} title={t`Payment ${query.data?.payment_id ?? ""}`} of="payment">
      <Loaded query={query} failed={moneyTexts.paymentFailed}>
        {(payment) => <Detail key={payment.id} payment={payment} onClose={place.close} />}
      </Loaded>
    </Drawer>
  )
}

/** Remarks on unusual payments. */
const notes: Record<string, string> = {
  short: t`Underpaid`,
  over: t`Overpaid`,
  foreign: t`Doesn't match the order`,
  redeposit: t`Paid again`,
  late: t`Paid late`,
  second: t`Second payment`,
  unbound: t`No matching invoice`,
}

const sources = { notice: t`Notification`, poll: t`Automatic check`, manual: t`Checked by staff` }

function Detail({ payment, onClose }: { payment: AdminPayment; onClose(): void }) {
  const [busy, setBusy] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ["admin", "payments", "events", payment.id],
    queryFn: () => call(`GET /admin/payments/${payment.id}/events`),
  })
  const recheck = async () => {
    setBusy(true)
    try {
      await call(`POST /admin/payments/${payment.id}/recheck`)
      await refresh("payments", "subscriptions", "orders")
      toast(moneyTexts.asked, { key: "recheck", kind: "success" })
    } catch (failure) {
      toast(moneyTexts.askFailed, { description: explain(failure), key: "recheck", kind: "error" })
    } finally {
      setBusy(false)
    }
  }
  const facts: [string, React.ReactNode][] = [
    [t`State`, <PaymentState key="state" status={payment.status} />],
    [t({ context: "amount of a payment", message: "Requested" }), money(payment.amount)],
    [t({ context: "amount of a payment", message: "Received" }), receivedOf(payment)],
    [
      t`User`,
      <CustomerLink key="user" id={payment.user_email ? payment.user_id : null}>
        {payment.user_email ?? t`Unknown`}
      </CustomerLink>,
    ],
    [
      t`For`,
      payment.plan ??
        (payment.order_id && payment.orderNumber ? (
          <OrderLink key="order" id={payment.order_id} number={payment.orderNumber} />
        ) : (
          t`Unknown`
        )),
    ],
    ...giftFacts(payment.gift),
    [t`Provider status`, saidOf(payment.provider_status)],
    ...(payment.flags.length > 0
      ? ([[t`Note`, payment.flags.map((flag) => notes[flag] ?? flag).join(", ")]] as [string, React.ReactNode][])
      : []),
    ...(payment.review_note ? ([[t`Resolution`, payment.review_note]] as [string, React.ReactNode][]) : []),
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
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button variant="outline" busy={busy} onClick={() => void recheck()}>
          {t` Check with provider `}
        </Button>
        {payment.order_type === "subscription" && ["completed", "refunded"].includes(payment.status) && (
          <Link to={`/admin/print?kind=invoices&payments=${payment.id}`} target="_blank" className="link">
            {payment.status === "refunded" ? t`Invoice and credit note` : t`Invoice`}
          </Link>
        )}
      </div>
      {payment.review && payment.review !== "settled" && payment.review !== "refunded" && (
        <Review payment={payment} onDone={onClose} />
      )}
      <section aria-label={t`Raw events`}>
        <h3 className="mb-2 font-semibold">{t`Raw events`}</h3>
        {error && !data && <ErrorState detail={explain(error)} retry={() => void refetch()} />}
        {!data && !error && <Skeleton className="h-24 w-full" />}
        {data?.length === 0 && <p className="text-ink-3">{t`None yet.`}</p>}
        <ol className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {data?.map((event) => (
            <li key={event.id} className="border-line border-t pt-2">
              <details>
                <summary className="flex min-h-11 flex-wrap items-center gap-x-3">
                  <span className="font-semibold">
                    {event.provider_status ? saidOf(event.provider_status) : t`Unreadable`}
                  </span>
                  <span>{sources[event.source]}</span>
                  <span className="tabular text-ink-3 text-meta">{dateTimeOf(event.received_at)}</span>
                  <span className="text-ink-2 text-meta">
                    {event.applied ? t`Applied` : (event.note ?? t`Not applied`)}
                  </span>
                </summary>
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by the keyboard */}
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

/** Formats as "$82.50 (82.50 of 165 USDC)". */
function receivedOf({ arrived, actually_paid, pay_amount, pay_currency }: AdminPayment): string {
  if (!(Number(actually_paid) > 0)) return arrived > 0 ? money(arrived) : t`Nothing yet`
  const coin = (pay_currency ?? "").toUpperCase()
  const coins = (pay_amount ? t`${actually_paid} of ${pay_amount} ${coin}` : `${actually_paid} ${coin}`).trim()
  return arrived > 0 ? `${money(arrived)} (${coins})` : coins
}

function giftFacts(gift: AdminPayment["gift"]): [string, React.ReactNode][] {
  if (!gift) return []
  const by = gift.redeemed_by
  return [
    [t`Gift code`, `…${gift.ending}`],
    [t`Gift`, giftState(gift)],
    ...(by
      ? ([
          [
            t`Redeemed by`,
            <CustomerLink key="by" id={by}>
              {gift.redeemer ?? `#${by}`}
            </CustomerLink>,
          ],
        ] as [string, React.ReactNode][])
      : []),
  ]
}

/** Formats a provider's status: `partially_paid` becomes "Partially paid". */
function saidOf(status: string): string {
  const words = status.replaceAll("_", " ")
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function OrderLink({ id, number }: { id: number; number: string }) {
  return (
    <Link
      to={`/admin?${new URLSearchParams({ tab: "orders", order: String(id) })}`}
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
    <section aria-label={t`Resolve this payment`} className="grid gap-4 border-line border-y py-4">
      <TextArea
        label={t`Resolution`}
        rows={2}
        value={note}
        maxLength={maxNoteLength}
        onChange={(event) => setNote(event.target.value)}
      />
      {failure && (
        <Alert kind="danger" title={moneyTexts.reviewFailed}>
          {failure}
        </Alert>
      )}
      <div className="flex flex-wrap gap-3">
        {payment.review === "open" && (
          <Button
            variant="outline"
            busy={busy === "refund_due"}
            onClick={() => void send("refund_due")}
          >{t`Mark as refund due`}</Button>
        )}
        {payment.review === "refund_due" && (
          <Button
            variant="outline"
            busy={busy === "refunded"}
            onClick={() => void send("refunded")}
          >{t`Mark as refunded`}</Button>
        )}
        <Button
          variant="outline"
          busy={busy === "settled"}
          onClick={() => void send("settled")}
        >{t`Mark as settled`}</Button>
      </div>
    </section>
  )
}

/** Formats JSON, and leaves anything else unchanged. */
function readable(raw: string): string {
  try {
    return JSON.stringify(JSON.parse(raw), null, 2)
  } catch {
    return raw
  }
}
