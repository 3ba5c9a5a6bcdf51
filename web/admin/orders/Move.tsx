import { type FormEvent, useState } from "react"
import type { AdminOrderDetail } from "#contract/admin.ts"
import type { MoveOrder } from "#contract/orders.ts"
import { moneyTexts } from "#contract/panelText.ts"
import { orderStatusText, orderTexts } from "#contract/texts.ts"
import { ApiError, call, explain } from "../../api/client.ts"
import { Button } from "../../ui/Button.tsx"
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

/** What can be done with this order now. */
export function Move({ order, tag }: { order: AdminOrderDetail; tag: string }) {
  const [tracking, setTracking] = useState(order.trackingNumber ?? "")
  const [fault, setFault] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState<string>()
  const send = async (what: string, body: MoveOrder) => {
    setFault(undefined)
    setFailure(undefined)
    setBusy(what)
    try {
      await call(`PATCH /admin/orders/${order.id}`, { body, headers: { "if-match": tag } })
      toast(moneyTexts.moved, { kind: "success" })
      refresh("orders", "payments", "subscriptions")
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) {
        toast(moneyTexts.moveFailed, { description: explain(error), kind: "error" })
        return refresh("orders")
      }
      const named = error instanceof ApiError ? error.fields.tracking_number : undefined
      if (named) setFault(named)
      else setFailure(explain(error))
    } finally {
      setBusy(undefined)
    }
  }
  const moves = order.moves.filter((to): to is To => to in words && to !== "shipped")
  const isShippable = order.moves.includes("shipped")
  const isShipped = order.status === "shipped"
  const ship = (event: FormEvent) => {
    event.preventDefault()
    const tracking_number = tracking.trim()
    if (!tracking_number) return setFault(orderTexts.trackingRequired)
    void send("ship", isShippable ? { status: "shipped", tracking_number } : { tracking_number })
  }
  if (moves.length === 0 && !isShippable && !isShipped && !order.review) return null
  return (
    <section aria-label="What to do" className="grid gap-4 border-line border-y py-4">
      {failure && (
        <Notice kind="danger" title={moneyTexts.moveFailed}>
          {failure}
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
            onChange={(event) => setTracking(event.target.value)}
          />
          <Button type="submit" busy={busy === "ship"} className="mt-6.5">
            {isShippable ? words.shipped : "Correct the number"}
          </Button>
        </form>
      )}
      <div className="flex flex-wrap gap-3">
        {moves.map((to) => (
          <Button
            key={to}
            look={to === "to_be_shipped" ? "primary" : "outline"}
            busy={busy === to}
            disabled={busy !== undefined}
            title={`From “${orderStatusText(order.status)}” to “${orderStatusText(to)}”`}
            onClick={() => void send(to, { status: to })}
          >
            {words[to]}
          </Button>
        ))}
        {order.review === "open" && (
          <Button look="outline" busy={busy === "review"} onClick={() => void send("review", { review: "refund_due" })}>
            Second payment: mark as refund due
          </Button>
        )}
        {order.review === "refund_due" && (
          <Button look="outline" busy={busy === "review"} onClick={() => void send("review", { review: "refunded" })}>
            Second payment: mark as refunded
          </Button>
        )}
      </div>
    </section>
  )
}
