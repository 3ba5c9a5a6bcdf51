const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" })
const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" })
const dayAndTime = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "short" })

/** `$1,240.00` */
export const money = (amount: number) => dollars.format(amount)
/** The day in UTC: the same on the server and in every browser. */
export const dateOf = (iso: string) => day.format(new Date(iso))
/** Local time: only for what is drawn in the browser. */
export const dateTimeOf = (iso: string) => dayAndTime.format(new Date(iso))
/** At most `most` characters, cut at a word. */
export function preview(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), most * 0.6)).replace(/[\s.,;:]+$/, "")}…`
}
