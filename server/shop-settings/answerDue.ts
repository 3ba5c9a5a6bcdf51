import type { ShopSettings } from "#contract/admin.ts"
import { after, days, minutes } from "../clock.ts"

/** In which time chats are to be answered, and at which hours they are. */
export type AnswerRules = Pick<
  ShopSettings,
  "answer_target" | "answer_days" | "answer_from" | "answer_to" | "answer_zone"
>

/** When somebody who has waited since then is to be answered: the target counts only the hours in the rules. */
export function answerDue(since: Date, rules: AnswerRules): Date {
  const { answer_days: open, answer_zone: zone } = rules
  let left = minutes(rules.answer_target)
  let day = localOf(since, zone)
  // With one day a week and one minute a day, the longest target takes this long.
  for (let turn = 0; turn < 7 * 2881; turn++, day = after(day, days(1))) {
    if (!open.includes(day.getUTCDay() || 7)) continue
    const date = day.toISOString().slice(0, 10)
    const begin = Math.max(since.getTime(), momentOf(date, rules.answer_from, zone))
    const time = momentOf(date, rules.answer_to, zone) - begin
    if (time >= left) return new Date(begin + left)
    left -= Math.max(0, time)
  }
  return after(since, minutes(rules.answer_target))
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** The local time of a zone, as if it were UTC. */
function localOf(moment: Date, zone: string): Date {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" })
    formats.set(zone, format)
  }
  return new Date(`${format.format(moment).replace(" ", "T")}Z`)
}

/** The moment at which clocks of the zone show this; the offset is that of the day's time, also around a change. */
function momentOf(date: string, time: string, zone: string): number {
  const shown = Date.parse(`${date}T${time}:00Z`)
  const offsetAt = (moment: number) => localOf(new Date(moment), zone).getTime() - Math.floor(moment / 1000) * 1000
  const first = shown - offsetAt(shown)
  return shown - offsetAt(first)
}
