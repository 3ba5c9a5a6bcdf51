import { type ReactNode, useId, useState } from "react"

export interface Point {
  label: string
  value: number
}

interface AreaChartProps {
  title: string
  /** Alternative text. */
  summary: string
  points: Point[]
  format(value: number): string
  unit: string
  children?: ReactNode
}

const width = 600
const height = 180

/** An area chart with the same data as a table. The pointer or the arrow keys read a point. */
export function AreaChart({ title, summary, points, format, unit, children }: AreaChartProps) {
  const id = useId()
  const [asTable, setAsTable] = useState(false)
  const [at, setAt] = useState<number>()
  const max = niceTop(Math.max(...points.map(({ value }) => value), 0))
  const min = Math.min(...points.map(({ value }) => value), 0)
  const x = (index: number) => (points.length > 1 ? (index / (points.length - 1)) * width : width / 2)
  const y = (value: number) => height - ((value - min) / (max - min)) * height
  const line = points
    .map(({ value }, index) => `${index ? "L" : "M"}${x(index).toFixed(1)} ${y(value).toFixed(1)}`)
    .join("")
  const read = at === undefined ? undefined : points[at]
  const step = (by: number) => setAt(Math.min(points.length - 1, Math.max(0, (at ?? points.length - 1) + by)))
  return (
    <figure aria-labelledby={id} className="min-w-0">
      <figcaption className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span id={id} className="font-display text-h3">
          {title}
        </span>
        <span className="flex flex-wrap items-center gap-2">
          {children}
          <button
            type="button"
            aria-pressed={asTable}
            onClick={() => setAsTable(!asTable)}
            className="link min-h-11 px-2 text-ui"
          >
            {asTable ? "Show as a chart" : "Show as a table"}
          </button>
        </span>
      </figcaption>
      {asTable ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard, too
        <section aria-label={`${title}, as a table`} tabIndex={0} className="mt-3 max-h-80 overflow-y-auto">
          <table className="w-full max-w-md text-ui">
            <thead>
              <tr className="border-line border-b text-left text-ink-3 text-meta">
                <th className="py-2 font-medium">Date</th>
                <th className="py-2 text-right font-medium">{unit}</th>
              </tr>
            </thead>
            <tbody>
              {points.map(({ label, value }) => (
                <tr key={label} className="border-line border-b">
                  <td className="py-1.5">{label}</td>
                  <td className="tabular py-1.5 text-right">{format(value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : (
        <>
          <p aria-live="polite" className="tabular mt-2 min-h-6 text-ink-2 text-meta">
            {read ? `${read.label}: ${format(read.value)}` : `Highest: ${format(max)}`}
          </p>
          <svg
            role="img"
            aria-label={summary}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: its points are read by the arrows
            tabIndex={0}
            viewBox={`0 0 ${width} ${height}`}
            preserveAspectRatio="none"
            className="mt-1 h-48 w-full touch-pan-y border-line border-b"
            onKeyDown={(event) => {
              const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
              if (!by) return
              event.preventDefault()
              step(by)
            }}
            onPointerMove={(event) => {
              const box = event.currentTarget.getBoundingClientRect()
              setAt(Math.round(((event.clientX - box.left) / box.width) * (points.length - 1)))
            }}
            onPointerLeave={() => setAt(undefined)}
            onBlur={() => setAt(undefined)}
          >
            {[0.25, 0.5, 0.75].map((share) => (
              <path
                key={share}
                d={`M0 ${height * share}H${width}`}
                className="stroke-line"
                strokeDasharray="2 4"
                vectorEffect="non-scaling-stroke"
              />
            ))}
            {points.length > 0 && (
              <>
                <path d={`${line}L${x(points.length - 1)} ${y(0)}L${x(0)} ${y(0)}Z`} className="fill-plum-soft" />
                <path
                  d={line}
                  fill="none"
                  className="stroke-accent"
                  strokeWidth="2"
                  vectorEffect="non-scaling-stroke"
                />
              </>
            )}
            {at !== undefined && (
              <path d={`M${x(at)} 0V${height}`} className="stroke-ink" vectorEffect="non-scaling-stroke" />
            )}
          </svg>
          <p aria-hidden className="tabular mt-1 flex justify-between text-ink-3 text-meta">
            <span>{points[0]?.label}</span>
            <span>{points.at(-1)?.label}</span>
          </p>
        </>
      )}
    </figure>
  )
}

/** The next round number above. */
export function niceTop(value: number): number {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 2.5, 5, 10].map((step) => step * power).find((top) => top >= value)!
}
