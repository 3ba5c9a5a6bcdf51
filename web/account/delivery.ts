import type { Order } from "#contract/orders.ts"
import { shippingTexts } from "#contract/texts.ts"

export interface Delivery {
  from: string
  until: string
}

type Sent = Pick<Order, "status" | "paymentTime" | "shippedAt" | "shippingAddress">

/**
 * Between which days a paid order should arrive: handling, then the way that serves its country, both in business days. Nothing is
 * promised for an order that is not paid, has arrived, or is late.
 */
export function expectedDelivery(
  { status, paymentTime, shippedAt, shippingAddress }: Sent,
  now: Date,
): Delivery | null {
  const [standard, , international] = shippingTexts.options
  const way = daysOf((shippingAddress.country === "US" ? standard : international).time)
  const handling = daysOf(shippingTexts.handling)
  const between = (start: string, least: number, most: number): Delivery | null => {
    const until = businessDaysAfter(start, most)
    return until < now.toISOString() ? null : { from: businessDaysAfter(start, least), until }
  }
  if (status === "shipped" && shippedAt) return between(shippedAt, way.least, way.most)
  if (status !== "to_be_shipped" || !paymentTime) return null
  return between(paymentTime, handling.least + way.least, handling.most + way.most)
}

/** `7-10 business days` */
function daysOf(text: string): { least: number; most: number } {
  const [least, most] = text.match(/\d+/g)!.map(Number)
  return { least: least!, most: most! }
}

/** The end of that day, in UTC. Holidays differ from place to place, and are not counted. */
function businessDaysAfter(start: string, count: number): string {
  const day = new Date(`${start.slice(0, 10)}T23:59:59.999Z`)
  for (let left = count; left > 0; ) {
    day.setUTCDate(day.getUTCDate() + 1)
    if (day.getUTCDay() % 6 !== 0) left--
  }
  return day.toISOString()
}
