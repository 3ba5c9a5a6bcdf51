import { orderTexts, paymentTexts } from "#contract/buyingText.ts"
import type { Order, OrderProgress } from "#contract/orders.ts"
import { t } from "#contract/t.ts"
import { shippingTexts } from "#contract/texts.ts"
import { cx } from "../../platform/ui/cx.ts"
import { dateOf, money } from "../../platform/ui/format.ts"
import { Check } from "../../platform/ui/icons.ts"
import { daysOfDelivery, expectedDelivery } from "./deliveryDays.ts"

interface Step {
  label: string
  state: "done" | "current" | "ahead"
  note: string | null
}

/** An order, or the part of it that guests see. */
export type Shown = OrderProgress & Partial<Pick<Order, "payment" | "shippingAddress">>

interface OrderTimelineProps {
  order: Shown
  /** True if the page itself says what a payment is waiting for. */
  isPaymentNoted?: boolean
  className?: string
}

/**
 * The steps paid, packed and shipped, in a row or, where there is no room, in a column. Renders nothing for an order
 * that is cancelled, refunded or under review.
 */
export function OrderTimeline({ order, isPaymentNoted = false, className }: OrderTimelineProps) {
  const steps = stepsOf(order, new Date())
  if (!steps) return null
  return (
    <div className={cx("@container", className)}>
      <ol aria-label={t`Order progress`} className="grid gap-x-3 @xl:grid-cols-3">
        {steps.map(({ label, state, note }) => (
          <li
            key={label}
            aria-current={state === "current" ? "step" : undefined}
            className={cx(
              "border-s-2 py-2 ps-4 text-start text-ui @xl:border-t-2 @xl:border-s-0 @xl:p-0 @xl:pt-2",
              state === "ahead" ? "border-line" : "border-ink",
            )}
          >
            <p className={cx("flex items-center gap-2", state === "ahead" ? "text-ink-3" : "font-semibold")}>
              {label}
              {state === "done" && <Check aria-hidden size={16} className="shrink-0 text-celadon" />}
              {state === "ahead" && <span className="sr-only">{t` (not yet)`}</span>}
            </p>
            {note && !(isPaymentNoted && order.status === "unpaid") && (
              <p className="whitespace-pre-line text-ink-2 text-meta">{note}</p>
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}

export function stepsOf(order: Shown, now: Date): Step[] | null {
  const expected = expectedDelivery(order, now)
  const delivery = expected && orderTexts.expected(daysOfDelivery(expected))
  const paid: Step = { label: t`Paid`, state: "done", note: order.paymentTime && dateOf(order.paymentTime) }
  const sent = order.shippedAt && dateOf(order.shippedAt)
  // Packing is done once the parcel is sent.
  const packed: Step = { label: t`Packed`, state: "done", note: sent }
  const shipped: Step = { label: t`Shipped`, state: "ahead", note: delivery }
  switch (order.status) {
    case "unpaid":
      return [
        { label: t`Payment`, state: "current", note: missingOf(order) },
        { ...packed, state: "ahead", note: null },
        shipped,
      ]
    case "to_be_shipped":
      return [paid, { label: t`Packing`, state: "current", note: t`Takes ${shippingTexts.handling}` }, shipped]
    case "shipped":
    case "completed": {
      return [paid, packed, { ...shipped, state: "done", note: [sent, delivery].filter(Boolean).join("\n") || null }]
    }
    default:
      return null
  }
}

function missingOf({ payment }: Shown): string {
  if (payment?.state !== "partial") return paymentTexts.waiting
  return paymentTexts.partArrived(money(payment.arrived), money(payment.missing))
}
