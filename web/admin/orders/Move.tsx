import { type FormEvent, useState } from "react"
import type { AdminOrderDetail } from "#contract/admin.ts"
import type { MoveOrder } from "#contract/orders.ts"
import { moneyTexts } from "#contract/panelText.ts"
import { orderStatusText, orderTexts } from "#contract/texts.ts"
import { ApiError, call, explain } from "../../api/client.ts"
import { Button } from "../../ui/Button.tsx"
import { Confirm } from "../../ui/Confirm.tsx"
import { TextField } from "../../ui/Field.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { toast } from "../../ui/toast.tsx"
import { refresh } from "../table/useRows.ts"

type To = NonNullable<MoveOrder["status"]>
const words: Record<To, string> = {
  to_be_shipped: "Release for shipping",
  shipped: "Ship",
  completed: "Mark as completed",
  refund_due: "Mark as refund due",
  refunded: "Mark as refunded",
  cancelled: "Cancel the order",
}

interface Step {
  label: string
  body: MoveOrder
  /** There is no way back: it is asked first. */
  ask?: string
}
const refundDue =
  "The order will not be shipped, its pieces go back to the shelf, and its money waits here to be sent back. There is no way back."
const refunded = "Say so once the money has been sent. There is no way back."
const asked: Partial<Record<To, string>> = { refund_due: refundDue, refunded, cancelled: "There is no way back." }

/** What can be done with this order now. What another admin did meanwhile is told, and what was typed here stays. */
export function Move({ order, tag }: { order: AdminOrderDetail; tag: string }) {
  const [typed, setTyped] = useState<string>()
  const [fault, setFault] = useState<string>()
  const [failure, setFailure] = useState<{ text: string; isStale: boolean }>()
  const [busy, setBusy] = useState<string>()
  const [asking, setAsking] = useState<Step>()
  const tracking = typed ?? order.trackingNumber ?? ""
  const send = async ({ label, body }: Step) => {
    setFault(undefined)
    setFailure(undefined)
    setBusy(label)
    try {
      await call(`PATCH /admin/orders/${order.id}`, { body, headers: { "if-match": tag } })
      toast(moneyTexts.moved, { kind: "success" })
      // What can be done next stands where this button is: it comes before a second press can reach it.
      await refresh("orders", "payments", "subscriptions")
      setTyped(undefined)
    } catch (error) {
      const isStale = error instanceof ApiError && error.status === 412
      const named = error instanceof ApiError ? error.fields.tracking_number : undefined
      if (named) setFault(named)
      else setFailure({ text: explain(error), isStale })
      if (isStale) await refresh("orders")
    } finally {
      setBusy(undefined)
    }
  }
  const isShippable = order.moves.includes("shipped")
  const isShipped = order.status === "shipped"
  const ship = (event: FormEvent) => {
    event.preventDefault()
    const tracking_number = tracking.trim()
    if (!tracking_number) return setFault(orderTexts.trackingRequired)
    void send({ label: "ship", body: isShippable ? { status: "shipped", tracking_number } : { tracking_number } })
  }
  const steps: Step[] = [
    ...order.moves
      .filter((to): to is To => to in words && to !== "shipped")
      .map((to) => ({ label: words[to], body: { status: to }, ask: asked[to] })),
    ...(order.review === "open"
      ? [{ label: "Second payment: mark as refund due", body: { review: "refund_due" as const } }]
      : []),
    ...(order.review === "refund_due"
      ? [{ label: "Second payment: mark as refunded", body: { review: "refunded" as const }, ask: refunded }]
      : []),
  ]
  if (steps.length === 0 && !isShippable && !isShipped && !failure) return null
  return (
    <section aria-label="What to do" className="grid gap-4 border-line border-y py-4">
      {failure && (
        <Notice kind="danger" title={moneyTexts.moveFailed}>
          {failure.text}
          {failure.isStale && <Now order={order} typed={typed} />}
        </Notice>
      )}
      {(isShippable || isShipped) && (
        <form noValidate onSubmit={ship} className="flex flex-wrap items-start gap-3">
          <TextField
            label="Tracking number"
            value={tracking}
            maxLength={80}
            autoComplete="off"
            error={fault}
            required
            className="min-w-0 flex-1 basis-56"
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button
            type="submit"
            busy={busy === "ship"}
            disabled={busy !== undefined || (isShipped && tracking.trim() === order.trackingNumber)}
            className="mt-6.5 max-[23rem]:mt-0"
          >
            {isShippable ? words.shipped : "Correct the number"}
          </Button>
        </form>
      )}
      <div className="flex flex-wrap gap-3">
        {steps.map((step) => (
          <Button
            key={step.label}
            look={step.body.status === "to_be_shipped" ? "primary" : "outline"}
            busy={busy === step.label}
            disabled={busy !== undefined}
            onClick={() => (step.ask ? setAsking(step) : void send(step))}
          >
            {step.label}
          </Button>
        ))}
      </div>
      <Confirm
        open={asking !== undefined}
        onClose={() => setAsking(undefined)}
        title={`${asking?.label ?? ""}: ${order.orderNumber}`}
        action={asking?.label ?? ""}
        keep="Not now"
        onConfirm={async () => asking && send(asking)}
      >
        {asking?.ask}
      </Confirm>
    </section>
  )
}

/** Both versions: the order as it is now, and what was typed here. */
function Now({ order, typed }: { order: AdminOrderDetail; typed: string | undefined }) {
  return (
    <span className="wrap-anywhere mt-1 block">
      {`Below it is as it is now: “${orderStatusText(order.status)}”`}
      {order.trackingNumber && `, tracking number “${order.trackingNumber}”`}
      {typed?.trim() && typed.trim() !== order.trackingNumber && `. You had typed “${typed.trim()}”`}.
    </span>
  )
}
