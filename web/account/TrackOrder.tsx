import { Copy, Truck } from "lucide-react"
import { useState } from "react"
import { OrderTimeline, type Shown } from "../orders/OrderTimeline.tsx"
import { Button } from "../ui/Button.tsx"
import { copyText } from "../ui/copy.ts"
import { Dialog } from "../ui/Dialog.tsx"

/** Where a shipped order is, and its tracking number. */
export function TrackOrder({ order, number }: { order: Shown; number: string }) {
  const [open, setOpen] = useState(false)
  return (
    <section aria-label="Shipment" className="rounded-card border border-line bg-surface p-5 sm:p-6">
      <p className="text-lead">On its way.</p>
      <p className="mt-1 text-ink-2">
        {order.carrier ? `${order.carrier}, tracking number: ` : "Tracking number: "}
        <span className="break-all font-mono text-ink">{number}</span>
      </p>
      <OrderTimeline order={order} className="mt-6" />
      <Button className="no-print mt-5" onClick={() => setOpen(true)}>
        <Truck aria-hidden size={18} /> Track Order
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Track your order">
        <p className="text-ink-2 text-ui">Tracking number</p>
        <p className="mt-1 break-all font-mono text-lead">{number}</p>
        {order.trackingUrl && (
          <p className="mt-3">
            <a href={order.trackingUrl} target="_blank" rel="noreferrer" className="link">
              {`Track it at ${order.carrier}`}
            </a>
          </p>
        )}
        <Button variant="outline" className="mt-4" onClick={() => void copyText(number, copyTexts)}>
          <Copy aria-hidden size={18} /> Copy number
        </Button>
        <p className="mt-6 text-ink-2">
          {!order.trackingUrl && "Enter it on your carrier's website. "}New numbers can take up to a day to appear. If
          there are no updates for five business days, please contact us.
        </p>
      </Dialog>
    </section>
  )
}

const copyTexts = { done: "Tracking number copied", failed: "Failed to copy tracking number" }
