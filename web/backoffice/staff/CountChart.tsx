import { locale } from "#contract/t.ts"
import { Chart } from "../staff-ui/Chart.tsx"
import { periodName, periodNames } from "../staff-ui/dates.ts"

interface CountChartProps {
  title: string
  unit: string
  by: "day" | "month"
  /** Counts by date (`2026-11-21`) or month (`2026-11`), oldest first. */
  counts: Record<string, number>
  before: Record<string, number>
}

const number = new Intl.NumberFormat(locale)

/** Shows counts by day or month beside those of the previous period. */
export function CountChart({ counts, before, by, ...rest }: CountChartProps) {
  const period = (counts: Record<string, number>, name: string) => ({
    name,
    points: Object.entries(counts).map(([date, value]) => ({ label: periodName(date, by), value })),
    total: number.format(Object.values(counts).reduce((sum, one) => sum + one, 0)),
  })
  const [now, earlier] = periodNames[by]
  return (
    <Chart
      {...rest}
      heading="font-semibold text-ui"
      by={by}
      measure="count"
      now={period(counts, now)}
      before={period(before, earlier)}
      format={(value) => number.format(value)}
    />
  )
}
