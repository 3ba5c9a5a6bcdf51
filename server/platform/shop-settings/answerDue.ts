import type { ShopSettings } from "#contract/admin.ts"
import { after, days, localOf, minutes, offsetAt } from "../clock.ts"

/** The time in which chats should be answered, and the hours in which it counts. */
export type AnswerRules = Pick<
  ShopSettings,
  "answer_target" | "answer_days" | "answer_from" | "answer_to" | "answer_zone"
>

/** Returns when somebody who has waited since then should get an answer: only hours within the rules count. */
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

/** Returns the moment at which the zone's clocks show this time, with the offset at that time. */
function momentOf(date: string, time: string, zone: string): number {
  const shown = Date.parse(`${date}T${time}:00Z`)
  const first = shown - offsetAt(new Date(shown), zone)
  return shown - offsetAt(new Date(first), zone)
}
