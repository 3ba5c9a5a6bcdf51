import type { Order } from "#contract/orders.ts"
import { shippingTexts } from "#contract/texts.ts"

export interface Delivery {
  from: string
  until: string
}

type Sent = Pick<Order, "status" | "paymentTime" | "shippedAt"> & Partial<Pick<Order, "shippingAddress">>

/**
 * The days on which a paid order is expected: handling plus shipping to its country, both in business days. Returns
 * null if the order is unpaid, has arrived or is overdue, or if its country is unknown.
 */
export function expectedDelivery(
  { status, paymentTime, shippedAt, shippingAddress }: Sent,
  now: Date,
): Delivery | null {
  if (!shippingAddress) return null
  const way = daysOf(shippingTo(shippingAddress.country).time)
  const handling = daysOf(shippingTexts.handling)
  const between = (start: string, min: number, max: number): Delivery | null => {
    const until = businessDaysAfter(start, max)
    return until < dayIn(now) ? null : { from: businessDaysAfter(start, min), until }
  }
  if (status === "shipped" && shippedAt) return between(shippedAt, way.min, way.max)
  if (status !== "to_be_shipped" || !paymentTime) return null
  return between(paymentTime, handling.min + way.min, handling.max + way.max)
}

/** Whether a parcel to this country passes customs. */
export const isAbroad = (country: string) => country !== "US"

/** Each country has exactly one shipping method. */
export function shippingTo(country: string) {
  const [standard, international] = shippingTexts.options
  return isAbroad(country) ? international : standard
}

/** The expected delivery of an order that is paid at `now`. */
export function deliveryIfPaid(country: string, now: Date): Delivery {
  const way = daysOf(shippingTo(country).time)
  const handling = daysOf(shippingTexts.handling)
  const today = now.toISOString()
  return {
    from: businessDaysAfter(today, handling.min + way.min),
    until: businessDaysAfter(today, handling.max + way.max),
  }
}

/** Parses `7-10 business days`. */
function daysOf(text: string): { min: number; max: number } {
  const [min, max] = text.match(/\d+/g)!.map(Number)
  return { min: min!, max: max! }
}

/** Counts from the viewer's date, and ignores holidays. */
function businessDaysAfter(start: string, count: number): string {
  const day = new Date(dayIn(new Date(start)))
  for (let left = count; left > 0; ) {
    day.setUTCDate(day.getUTCDate() + 1)
    if (day.getUTCDay() % 6 !== 0) left--
  }
  return day.toISOString().slice(0, 10)
}

/** Formats as `2026-11-22`, in the viewer's time zone. */
const dayIn = (moment: Date) =>
  new Date(Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate())).toISOString().slice(0, 10)
