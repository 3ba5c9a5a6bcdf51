import { useState } from "react"
import { t } from "#contract/t.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { copyText } from "../../platform/ui/copy.ts"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import { Copy, Truck } from "../../platform/ui/icons.ts"
import { Trans } from "../../platform/ui/Trans.tsx"
import { OrderTimeline, type Shown } from "../../shopfront/orders/OrderTimeline.tsx"

export function TrackOrder({ order, number }: { order: Shown; number: string }) {
  const [open, setOpen] = useState(false)
  return (
    <section aria-label={t`Shipment`} className="rounded-card border border-line bg-surface p-5 sm:p-6">
      <p className="text-lead">{t`On its way.`}</p>
      <p className="mt-1 text-ink-2">
        {order.carrier ? t`${order.carrier}, tracking number: ` : t`Tracking number: `}
        <span className="break-all font-mono text-ink">{number}</span>
      </p>
      <OrderTimeline order={order} className="mt-6" />
      <Button className="no-print mt-5" onClick={() => setOpen(true)}>
        <Trans>
          <Truck aria-hidden size={18} /> Track Order
        </Trans>
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t`Track your order`}>
        <p className="text-ink-2 text-ui">{t`Tracking number`}</p>
        <p className="mt-1 break-all font-mono text-lead">{number}</p>
        {order.trackingUrl && (
          <p className="mt-3">
            <a href={order.trackingUrl} target="_blank" rel="noreferrer" className="link">
              {t`Track it at ${order.carrier}`}
            </a>
          </p>
        )}
        <Button variant="outline" className="mt-4" onClick={() => void copyText(number, copyTexts)}>
          <Trans>
            <Copy aria-hidden size={18} /> Copy number
          </Trans>
        </Button>
        <p className="mt-6 text-ink-2">
          <Trans>
            {!order.trackingUrl && t`Enter it on your carrier's website. `}New numbers can take up to a day to appear.
            If there are no updates for five business days, please contact us.
          </Trans>
        </p>
      </Dialog>
    </section>
  )
}

const copyTexts = { done: t`Tracking number copied`, failed: t`Failed to copy tracking number` }
