import { periodTexts } from "#contract/adminText.ts"
import type { ReportPeriod, ReportQuery } from "#contract/reports.ts"
import { t } from "#contract/t.ts"
import { days, daysBetween, shifted } from "../../platform/clock.ts"
import { invalid } from "../../platform/refusal.ts"

/** A span of days, both included. */
export interface Span {
  from: string
  to: string
}
export interface Periods {
  now: Span
  /** The same number of days before those. */
  before: Span
  by: "day" | "month"
}

const longest = 1100
/** A period of more days than this is shown by month. */
const mostBars = 92

export function periodsOf({ from, to }: ReportQuery, today: string): Periods {
  const end = to ?? today
  const begin = from ?? shifted(end, -29)
  const many = lengthOf(begin, end)
  if (many < 1) throw invalid("to", t`The end date is before the start date.`)
  if (many > longest) throw invalid("from", periodTexts.atMostDays(longest))
  const before = { from: shifted(begin, -many), to: shifted(begin, -1) }
  return { now: { from: begin, to: end }, before, by: many > mostBars ? "month" : "day" }
}

const lengthOf = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / days(1)) + 1

export const isIn = ({ from, to }: Span, day: string) => day >= from && day <= to

/** Returns the chart of a period: one point for each day or month. */
export function chartOf(span: Span, by: Periods["by"], values: Map<string, number>, total: number): ReportPeriod {
  const points = new Map<string, number>()
  for (const day of daysBetween(span.from, span.to)) {
    const date = by === "day" ? day : day.slice(0, 7)
    points.set(date, (points.get(date) ?? 0) + (values.get(day) ?? 0))
  }
  return { ...span, points: [...points].map(([date, value]) => ({ date, value })), total }
}
