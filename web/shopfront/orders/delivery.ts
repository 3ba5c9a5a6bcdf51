import { type PublicSelling, serving } from "#contract/shippingMethods.ts"
import { form, plural, t } from "#contract/t.ts"
import { shippingTexts } from "#contract/texts.ts"
import { selling } from "../../platform/meta/shop.ts"
import { money } from "../../platform/ui/format.ts"

export interface Delivery {
  from: string
  until: string
}

/** The business days that a method takes. */
interface Way {
  days_from: number
  days_until: number
}

type Method = PublicSelling["methods"][number]

/** The first of the methods that serve a country. */
export const methodTo = (country: string): Method | undefined => serving(selling().methods, country)[0]

export const priceOf = (price: number) => (price === 0 ? t`Free` : money(price))

/** `7-10 business days` */
export const timeOf = ({ days_from: from, days_until: until }: Way) =>
  from === until
    ? plural(from, { one: "1 business day", other: form`${from} business days` })
    : plural(until, { other: form`${from}-${until} business days` })

/** The days from payment to arrival. */
export function withHandling({ days_from, days_until }: Way): Way {
  const [from, until] = shippingTexts.handlingDays
  return { days_from: from + days_from, days_until: until + days_until }
}

/** The expected delivery of an order that is paid at `now`. */
export const deliveryIfPaid = (way: Way, now: Date): Delivery => daysAfter(now.toISOString(), withHandling(way))

export const daysAfter = (start: string, { days_from, days_until }: Way): Delivery => ({
  from: businessDaysAfter(start, days_from),
  until: businessDaysAfter(start, days_until),
})

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
export const dayIn = (moment: Date) =>
  new Date(Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate())).toISOString().slice(0, 10)
