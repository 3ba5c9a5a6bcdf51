const day = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" })
const height = 120
const step = 20

/** How much, day by day: a picture for the eye, and the same as a table for whoever wants or needs it. */
export function DayBars({ counts, label, unit }: { counts: Record<string, number>; label: string; unit: string }) {
  const days = Object.entries(counts)
  const most = Math.max(1, ...days.map(([, count]) => count))
  const first = days[0]?.[0]
  const last = days.at(-1)?.[0]
  return (
    <figure>
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-display text-h3">{label}</span>
        <span className="tabular text-ink-3 text-meta">{`At most ${most} a day`}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${days.length * step} ${height}`}
        preserveAspectRatio="none"
        aria-hidden
        className="mt-3 h-40 w-full border-line border-b"
      >
        {days.map(([date, count], at) => {
          const tall = (count / most) * (height - 4)
          return (
            <rect key={date} x={at * step + 3} y={height - tall} width={step - 6} height={tall} className="fill-accent">
              <title>{`${day.format(new Date(date))}: ${count}`}</title>
            </rect>
          )
        })}
      </svg>
      {first && last && (
        <p aria-hidden className="tabular mt-1 flex justify-between text-ink-3 text-meta">
          <span>{day.format(new Date(first))}</span>
          <span>{day.format(new Date(last))}</span>
        </p>
      )}
      <details className="mt-2">
        <summary className="link inline-flex min-h-11 items-center text-ui">Show as a table</summary>
        <table className="mt-2 w-full max-w-80 text-ui">
          <thead>
            <tr className="border-line border-b text-left text-ink-3 text-meta">
              <th className="py-2 font-medium">Day</th>
              <th className="py-2 text-right font-medium">{unit}</th>
            </tr>
          </thead>
          <tbody>
            {days.map(([date, count]) => (
              <tr key={date} className="border-line border-b">
                <td className="py-1.5">{day.format(new Date(date))}</td>
                <td className="tabular py-1.5 text-right">{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
