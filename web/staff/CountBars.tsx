const names = {
  day: new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" }),
  month: new Intl.DateTimeFormat("en-US", { month: "short", year: "numeric", timeZone: "UTC" }),
}
const height = 120
const step = 20

interface CountBarsProps {
  /** By date (`2026-11-21`) or month (`2026-11`), oldest first. */
  counts: Record<string, number>
  by: keyof typeof names
  label: string
  unit: string
}

/** A bar chart over time, with the same data as a table. */
export function CountBars({ counts, by, label, unit }: CountBarsProps) {
  const name = (period: string) => names[by].format(new Date(period))
  const periods = Object.entries(counts)
  const max = Math.max(0, ...periods.map(([, count]) => count))
  const first = periods[0]?.[0]
  const last = periods.at(-1)?.[0]
  return (
    <figure>
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-display text-h3">{label}</span>
        <span className="tabular text-ink-3 text-meta">
          {max === 0 ? `None in any ${by}` : `Highest: ${max} per ${by}`}
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${periods.length * step} ${height}`}
        preserveAspectRatio="none"
        aria-hidden
        className="mt-3 h-40 w-full border-line border-b"
      >
        {periods.map(([date, count], at) => {
          const tall = max === 0 ? 0 : (count / max) * (height - 4)
          return (
            <rect key={date} x={at * step + 3} y={height - tall} width={step - 6} height={tall} className="fill-accent">
              <title>{`${name(date)}: ${count}`}</title>
            </rect>
          )
        })}
      </svg>
      {first && last && (
        <p aria-hidden className="tabular mt-1 flex justify-between text-ink-3 text-meta">
          <span>{name(first)}</span>
          <span>{name(last)}</span>
        </p>
      )}
      <details className="mt-2">
        <summary className="link inline-flex min-h-11 items-center text-ui">Show as a table</summary>
        <table className="mt-2 w-full max-w-80 text-ui">
          <thead>
            <tr className="border-line border-b text-left text-ink-3 text-meta">
              <th className="py-2 font-medium">{by === "day" ? "Day" : "Month"}</th>
              <th className="py-2 text-right font-medium">{unit}</th>
            </tr>
          </thead>
          <tbody>
            {periods.map(([date, count]) => (
              <tr key={date} className="border-line border-b">
                <td className="py-1.5">{name(date)}</td>
                <td className="tabular py-1.5 text-right">{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
