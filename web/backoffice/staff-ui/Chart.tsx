import { type ReactNode, useId, useState } from "react"
import { t } from "#contract/t.ts"
import { cx } from "../../platform/ui/cx.ts"
import { type Period, Plot, type PlotProps } from "./Plot.tsx"

interface ChartProps extends PlotProps {
  title: string
  /** Says in a sentence or two what is counted. */
  note?: ReactNode
  /** Classes of the title. */
  heading?: string
  children?: ReactNode
}

/** Shows bars over time with those of the previous period, or the same data as a table. */
export function Chart({ title, note, heading = "font-display text-h3", children, ...chart }: ChartProps) {
  const id = useId()
  const [asTable, setAsTable] = useState(false)
  return (
    <figure aria-labelledby={id} className="min-w-0">
      <figcaption className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span id={id} className={heading}>
          {title}
        </span>
        <span className="flex flex-wrap items-center gap-2">
          {children}
          <button type="button" onClick={() => setAsTable(!asTable)} className="link min-h-11 ps-2 text-ui">
            {asTable ? t`Show as a chart` : t`Show as a table`}
          </button>
        </span>
      </figcaption>
      {note && <p className="mt-1 max-w-measure text-pretty text-ink-2 text-ui">{note}</p>}
      <ul aria-label={t`Legend`} className="mt-2 mb-4 flex flex-wrap gap-x-6 gap-y-1 text-meta">
        <Key period={chart.now} bar="bg-accent" />
        <Key period={chart.before} bar="border border-ink-3" />
      </ul>
      {asTable ? (
        <section
          aria-label={t`${title}, as a table`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by the keyboard
          tabIndex={0}
          className="max-h-80 overflow-y-auto print:max-h-none"
        >
          <Numbers {...chart} isNewestFirst className="w-full max-w-xl" />
        </section>
      ) : (
        <>
          <Plot {...chart} />
          {/* `relative` keeps the table from widening the page. The box is needed because a table itself cannot shrink. */}
          <div className="relative">
            <div className="sr-only">
              <Numbers {...chart} className="w-full" />
            </div>
          </div>
        </>
      )}
    </figure>
  )
}

function Key({ period: { name, total }, bar }: { period: Period; bar: string }) {
  return (
    <li className="flex items-center gap-2">
      <span aria-hidden className={cx("size-2 shrink-0", bar)} />
      <span className="text-ink-2">{name}</span>
      <span className="tabular font-semibold">{total}</span>
    </li>
  )
}

interface NumbersProps extends Omit<ChartProps, "title" | "note" | "heading"> {
  isNewestFirst?: boolean
  className: string
}

function Numbers({ unit, by, now, before, format, isNewestFirst = false, className }: NumbersProps) {
  const rows = now.points.map((point, at) => ({ ...point, earlier: before.points[at] }))
  const heading = "sticky top-0 bg-canvas py-2 font-medium"
  return (
    <table className={cx("text-ui", className)}>
      <caption className="sr-only">{by === "day" ? t`${unit} by day` : t`${unit} by month`}</caption>
      <thead>
        <tr className="border-line border-b text-ink-3 text-meta">
          <th scope="col" className={heading}>
            {by === "day" ? t`Day` : t`Month`}
          </th>
          <th scope="col" className={cx(heading, "text-end")}>
            {unit}
          </th>
          <th scope="col" className={cx(heading, "ps-4 text-end")}>
            {before.name}
          </th>
        </tr>
      </thead>
      <tbody>
        {(isNewestFirst ? rows.reverse() : rows).map(({ label, value, earlier }) => (
          <tr key={label} className="border-line border-b">
            <th scope="row" className="py-1.5 font-normal">
              {label}
            </th>
            <td className="tabular py-1.5 text-end">{format(value)}</td>
            <td className="tabular py-1.5 ps-4 text-end text-ink-2">
              {earlier && <span className="me-2 text-ink-3 text-meta">{earlier.label}</span>}
              {format(earlier?.value ?? 0)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
