import type { Order } from "#contract/orders.ts"
import { ownLocale } from "../../platform/ui/locale.ts"
import { type Delivery, dayIn, daysAfter, methodTo, withHandling } from "./delivery.ts"

// A separate file from delivery.ts, because a model's page needs none of this.

const days = new Intl.DateTimeFormat(ownLocale, { dateStyle: "long", timeZone: "UTC" })

/** `December 4 – 11, 2026` or `4–11 December 2026`. */
export const daysOfDelivery = ({ from, until }: Delivery) =>
  // Non-breaking spaces let a range break only after its dash.
  days.formatRange(new Date(from), new Date(until)).replaceAll(/\s/g, "\u00a0")

type Sent = Pick<Order, "status" | "paymentTime" | "shippedAt"> &
  Partial<Pick<Order, "shippingAddress" | "shippingMethod">>

/**
 * The days on which a paid order is expected: handling plus the days of its shipping method, all of them business days.
 * Returns null if the order is unpaid, has arrived or is overdue, or if its way is unknown.
 */
export function expectedDelivery(
  { status, paymentTime, shippedAt, shippingAddress, shippingMethod }: Sent,
  now: Date,
): Delivery | null {
  if (!shippingAddress) return null
  const way = shippingMethod ?? methodTo(shippingAddress.country)
  if (!way) return null
  const found =
    status === "shipped" && shippedAt
      ? daysAfter(shippedAt, way)
      : status === "to_be_shipped" && paymentTime
        ? daysAfter(paymentTime, withHandling(way))
        : null
  return found && found.until >= dayIn(now) ? found : null
}
