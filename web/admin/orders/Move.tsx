import { type FormEvent, useEffect, useRef, useState } from "react"
import type { AdminOrderDetail } from "#contract/admin.ts"
import { maxTrackingLength } from "#contract/adminLimits.ts"
import { orderStatusText, orderTexts, paymentTexts } from "#contract/buyingText.ts"
import type { MoveOrder } from "#contract/orders.ts"
import { moneyTexts } from "#contract/panelText.ts"
import { t } from "#contract/t.ts"
import { refresh } from "../../backoffice/table/useRows.ts"
import { ApiError, call, explain } from "../../platform/api/client.ts"
import { UnsavedChanges } from "../../platform/forms/UnsavedChanges.tsx"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { Confirm } from "../../platform/ui/Confirm.tsx"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import { SelectField, TextField } from "../../platform/ui/Field.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { arrivedText } from "./arrived.ts"
import { CancelOrder } from "./CancelOrder.tsx"
import { useCarriers } from "./useCarriers.ts"

type To = NonNullable<MoveOrder["status"]>
const words: Record<To, string> = {
  to_be_shipped: t`Release for shipping`,
  shipped: t`Ship`,
  completed: t`Mark as completed`,
  refund_due: t`Mark as refund due`,
  refunded: t`Mark as refunded`,
  cancelled: t`Cancel order`,
}

interface Step {
  label: string
  /** Undefined to undo the completion. */
  body?: MoveOrder
  /** Text of the confirmation, for steps that cannot be undone. */
  ask?: string
}
const refundDue = t`The order won't be shipped, its models go back into stock, and its payment has to be refunded. This can't be undone.`
const refunded = t`Only confirm this once you've sent the money. This can't be undone.`
const completed = t`The customer sees it as completed. You can take this back within 24 hours.`
const asked: Partial<Record<To, string>> = { refund_due: refundDue, refunded, completed }

/** Releasing a partly paid order must confirm the missing amount. */
function askOf(to: To, order: AdminOrderDetail): string | undefined {
  if (to !== "to_be_shipped") return asked[to]
  if (order.arrived >= order.paymentAmount) return undefined
  return t`${arrivedText(order)} The order will still be shipped.`
}

/** The possible steps other than shipping. */
function stepsOf(order: AdminOrderDetail): Step[] {
  const steps: Step[] = order.moves
    .filter((to): to is To => to in words && to !== "shipped")
    .map((to) => ({ label: words[to], body: { status: to }, ask: askOf(to, order) }))
  if (order.review === "open") {
    steps.push({ label: t`Second payment: mark as refund due`, body: { review: "refund_due" } })
  }
  if (order.review === "refund_due") {
    steps.push({ label: t`Second payment: mark as refunded`, body: { review: "refunded" }, ask: refunded })
  }
  if (order.reopenable_until) steps.push({ label: t`Undo completion` })
  return steps
}

/** Says why an unpaid order cannot be cancelled. */
function keptOf({ status, moves, payment }: AdminOrderDetail): string | null {
  if (status !== "unpaid" || moves.length > 0) return null
  return payment?.state === "coming" ? paymentTexts.underWay : orderTexts.partArrived
}

interface TrackingInput {
  number: string
  carrier: string
  /** The order when typing began, so that updates remove neither the field nor its input. */
  begun?: { order: AdminOrderDetail; tag: string }
}

interface MoveProps {
  order: AdminOrderDetail
  tag: string
  /** True if the field gets the initial focus. */
  goesOn: boolean
  onShipped(): void
}

/** The possible actions on the order. If another admin has changed it meanwhile, the input stays. */
export function Move({ order, tag, goesOn, onShipped }: MoveProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (goesOn) form.current?.querySelector("input")?.focus()
  }, [goesOn])
  const [typed, setTyped] = useState<TrackingInput>()
  const sent = useRef<TrackingInput>(undefined)
  const seen = typed?.begun ?? { order, tag }
  const [fault, setFault] = useState<string>()
  const [failure, setFailure] = useState<{ text: string; isStale: boolean }>()
  const [busy, setBusy] = useState<string>()
  const [asking, setAsking] = useState<Step>()
  const [isCancelling, setCancelling] = useState(false)
  const known = { number: seen.order.trackingNumber ?? "", carrier: seen.order.carrier ?? "" }
  const { number: tracking, carrier } = typed ?? known
  const carriers = useCarriers(known.carrier)
  const isSame = tracking.trim() === known.number && carrier === known.carrier
  const change = (changed: Partial<typeof known>) => {
    const begun = typed !== undefined && typed === sent.current ? { order, tag } : seen
    setTyped({ number: tracking, carrier, ...changed, begun })
  }
  const send = async ({ label, body }: Step) => {
    setFault(undefined)
    setFailure(undefined)
    setBusy(label)
    sent.current = typed
    try {
      const headers = { "if-match": label === "ship" ? seen.tag : tag }
      if (body) await call(`PATCH /admin/orders/${order.id}`, { body, headers })
      else await call(`POST /admin/orders/${order.id}/reopen`, { headers })
      const done = body ? moneyTexts.moved : moneyTexts.reopened
      toast(body?.status === "shipped" ? moneyTexts.shipped(order.orderNumber) : done, { kind: "success" })
      // The button stays busy until the next action replaces it.
      await refresh("orders", "payments", "subscriptions")
      // Input after sending belongs to the next change.
      setTyped((now) => (now === sent.current ? undefined : now))
      if (body?.status === "shipped") onShipped()
    } catch (error) {
      const isStale = error instanceof ApiError && error.status === 412
      const named = error instanceof ApiError ? (error.fields.tracking_number ?? error.fields.carrier) : undefined
      if (named) setFault(named)
      else setFailure({ text: explain(error), isStale })
      if (!isStale) return
      await refresh("orders")
      setTyped((now) => now && { number: now.number, carrier: now.carrier })
    } finally {
      setBusy(undefined)
    }
  }
  const isShippable = seen.order.moves.includes("shipped")
  const isShipped = seen.order.status === "shipped"
  const ship = (event: FormEvent) => {
    event.preventDefault()
    const tracking_number = tracking.trim()
    if (!tracking_number) return setFault(orderTexts.trackingRequired)
    const body = { tracking_number, ...(carrier === known.carrier ? {} : { carrier: carrier || null }) }
    void send({ label: "ship", body: isShippable ? { status: "shipped", ...body } : body })
  }
  const steps = stepsOf(order)
  const kept = keptOf(order)
  if (steps.length === 0 && !isShippable && !isShipped && !failure && !kept) return null
  const take = (step: Step) => {
    if (step.body?.status === "cancelled") setCancelling(true)
    else if (step.ask) setAsking(step)
    else void send(step)
  }
  return (
    <section aria-label={t`Next step`} className="grid gap-4 border-line border-y py-4">
      {failure && (
        <Alert kind="danger" title={moneyTexts.moveFailed}>
          {failure.text}
          {failure.isStale && <Now order={order} typed={typed?.number} />}
        </Alert>
      )}
      {(isShippable || isShipped) && (
        <form ref={form} noValidate onSubmit={ship} className="flex flex-wrap items-start gap-3">
          <UnsavedChanges isDirty={() => busy === undefined && !isSame} />
          <SelectField
            label={t`Carrier`}
            value={carrier}
            className="min-w-0 flex-1 basis-40"
            onChange={(event) => change({ carrier: event.target.value })}
          >
            <option value="">{t`Other`}</option>
            {carriers.map(({ id, name }) => (
              <option key={id} value={name}>
                {name}
              </option>
            ))}
          </SelectField>
          <TextField
            label={t`Tracking number`}
            value={tracking}
            maxLength={maxTrackingLength}
            autoComplete="off"
            error={fault}
            required
            className="min-w-0 flex-1 basis-56"
            onChange={(event) => change({ number: event.target.value })}
          />
          <Button
            type="submit"
            busy={busy === "ship"}
            disabled={busy !== undefined || (isShipped && isSame)}
            className="mt-6.5 max-sm:mt-0 max-sm:w-full"
          >
            {isShippable ? words.shipped : t`Update number`}
          </Button>
        </form>
      )}
      {kept && <p className="text-ink-2 text-ui">{kept}</p>}
      <div className="flex flex-wrap gap-3 empty:hidden">
        {steps.map((step) => (
          <Button
            key={step.label}
            variant={step.body?.status === "to_be_shipped" ? "primary" : "outline"}
            busy={busy === step.label}
            disabled={busy !== undefined}
            className="max-sm:w-full"
            onClick={() => take(step)}
          >
            {step.label}
          </Button>
        ))}
      </div>
      <Dialog open={isCancelling} onClose={() => setCancelling(false)} title={t`Cancel ${order.orderNumber}?`}>
        {isCancelling && <CancelOrder order={order} tag={tag} onClose={() => setCancelling(false)} />}
      </Dialog>
      <Confirm
        open={asking !== undefined}
        onClose={() => setAsking(undefined)}
        title={`${asking?.label ?? ""}: ${order.orderNumber}`}
        action={asking?.label ?? ""}
        onConfirm={async () => asking && send(asking)}
      >
        {asking?.ask}
      </Confirm>
    </section>
  )
}

/** Shows the current order beside the input of this form. */
function Now({ order, typed }: { order: AdminOrderDetail; typed: string | undefined }) {
  return (
    <span className="wrap-anywhere mt-1 block">
      {t`The current status is “${orderStatusText(order.status)}”`}
      {order.trackingNumber && t`, tracking number “${order.trackingNumber}”`}
      {typed?.trim() && typed.trim() !== order.trackingNumber && t`. You entered “${typed.trim()}”`}.
    </span>
  )
}
