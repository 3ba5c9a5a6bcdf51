import { locale } from "#contract/t.ts"
import { ownLocale } from "./locale.ts"

const dollars = new Intl.NumberFormat(locale, { style: "currency", currency: "USD" })
const decimals = new Intl.NumberFormat(locale, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  useGrouping: false,
})
/** The viewer's time zone; on the server UTC (see `Day`). */
export const zone = typeof document === "undefined" ? "UTC" : undefined
const day = new Intl.DateTimeFormat(ownLocale, { dateStyle: "long", timeZone: zone })
const calendarDay = new Intl.DateTimeFormat(ownLocale, { dateStyle: "long", timeZone: "UTC" })
const dayAndTime = new Intl.DateTimeFormat(ownLocale, { dateStyle: "long", timeStyle: "short", timeZone: zone })

export const money = (amount: number) => dollars.format(amount)
/** The date of a timestamp in the viewer's zone; a calendar date (`2026-11-22`) is the same day everywhere. */
export const dateOf = (iso: string) => (isMoment(iso) ? day : calendarDay).format(new Date(iso))
const isMoment = (iso: string) => iso.length > 10
/** Uses local time, so it is only for content rendered in the browser. */
export const dateTimeOf = (iso: string) => dayAndTime.format(new Date(iso))
/** The sentences that fit into `max` characters, or as many words as fit if not even the first sentence does. */
export function sentences(text: string, max: number): string {
  if (text.length <= max) return text
  return /^.*[.!?](?=\s)/s.exec(text.slice(0, max + 1))?.[0] ?? preview(text, max)
}
/** At most `max` characters, cut at a word boundary. */
export function preview(text: string, max: number): string {
  if (text.length <= max) return text
  const cut = text.slice(0, max)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), max * 0.6)).replace(/[\s.,;:]+$/, "")}…`
}
/** `4.8` */
export const decimal = (value: number) => decimals.format(value)
