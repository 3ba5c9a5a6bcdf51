import { type KeyboardEvent, type PointerEvent, useState } from "react"
import { t } from "#contract/t.ts"
import { cx } from "../../platform/ui/cx.ts"
import { axisValue, type Measure, marksOf, ticksOf } from "./scale.ts"

export interface Point {
  /** Text on the axis, such as "Nov 21". */
  label: string
  value: number
}
export interface Period {
  name: string
  points: Point[]
  total: string
}

export interface PlotProps {
  /** What is measured, such as "Revenue". */
  unit: string
  by: "day" | "month"
  now: Period
  /** The previous period, which has the same length. */
  before: Period
  format(value: number): string
  measure?: Measure
}

/**
 * Bars between axes; those of the previous period are outlines. The plot is a slider over its points, so that a screen
 * reader reads the value that the arrow keys reach.
 */
export function Plot({ unit, by, now, before, format, measure }: PlotProps) {
  const [at, setAt] = useState<number>()
  const { points } = now
  const last = points.length - 1
  const values = [...points, ...before.points].map(({ value }) => value)
  const ticks = ticksOf(Math.min(...values), Math.max(...values), measure)
  const [low, high] = [ticks[0]!, ticks.at(-1)!]
  const width = 100 / points.length
  const x = (index: number) => (index + 0.5) * width
  const y = (value: number) => 100 - ((value - low) / (high - low)) * 100
  /** Bars that fill `share` of their width. */
  const bars = (points: Point[], share: number) =>
    points
      .map(({ value }, index) =>
        value === 0
          ? ""
          : `M${(x(index) - (width * share) / 2).toFixed(2)} ${y(0).toFixed(2)}V${y(value).toFixed(2)}h${(width * share).toFixed(2)}V${y(0).toFixed(2)}Z`,
      )
      .join("")
  const onKey = (event: KeyboardEvent) => {
    const from = at ?? last
    const { key } = event
    const to = { ArrowLeft: from - 1, ArrowDown: from - 1, ArrowRight: from + 1, ArrowUp: from + 1, Home: 0, End: last }
    if (!(key in to)) return
    event.preventDefault()
    setAt(Math.min(last, Math.max(0, to[key as keyof typeof to])))
  }
  const onPoint = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect()
    setAt(Math.min(last, Math.max(0, Math.floor(((event.clientX - box.left) / box.width) * points.length))))
  }
  const point = points[at ?? last]
  const earlier = before.points[at ?? last]
  const said =
    point && `${point.label}: ${format(point.value)}.${earlier ? ` ${earlier.label}: ${format(earlier.value)}.` : ""}`
  return (
    // Time runs to the right in every language.
    <div dir="ltr" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-ink-3 text-meta">
      <div aria-hidden className="flex flex-col-reverse justify-between text-end">
        {ticks.map((tick) => (
          <span key={tick} className="tabular flex h-0 items-center justify-end">
            {tick === 0 && measure === "minutes" ? "0" : axisValue(format(tick))}
          </span>
        ))}
      </div>
      <div
        role="slider"
        tabIndex={0}
        aria-label={by === "day" ? t`${unit} by day` : t`${unit} by month`}
        aria-roledescription={t`chart`}
        aria-valuemin={0}
        aria-valuemax={Math.max(last, 0)}
        aria-valuenow={at ?? Math.max(last, 0)}
        aria-valuetext={said}
        onKeyDown={onKey}
        onPointerMove={onPoint}
        onPointerDown={onPoint}
        onPointerLeave={({ pointerType }) => pointerType === "mouse" && setAt(undefined)}
        onFocus={(event) => event.currentTarget.matches(":focus-visible") && setAt(at ?? last)}
        onBlur={() => setAt(undefined)}
        className="relative h-52 cursor-crosshair touch-pan-y"
      >
        <svg aria-hidden viewBox="0 0 100 100" preserveAspectRatio="none" className="size-full overflow-visible">
          {ticks.map((tick) => (
            <path
              key={tick}
              d={`M0 ${y(tick)}H100`}
              className={tick === 0 ? "stroke-line-strong" : "stroke-line"}
              vectorEffect="non-scaling-stroke"
            />
          ))}
          <path d={bars(before.points, 0.8)} className="fill-none stroke-ink-3" vectorEffect="non-scaling-stroke" />
          <path d={bars(points, 0.5)} className="text-accent" fill="currentColor" />
        </svg>
        {at !== undefined && point && (
          <>
            <span className="absolute inset-y-0 w-px bg-line-strong" style={{ left: `${x(at)}%` }} />
            {earlier && <Dot x={x(at)} y={y(earlier.value)} className="bg-ink-3" />}
            <Dot x={x(at)} y={y(point.value)} className="bg-accent" />
            <div
              className={cx(
                "pointer-events-none absolute top-0 z-10 grid grid-cols-[auto_auto] gap-x-3 whitespace-nowrap rounded-card border border-line bg-surface px-3 py-2 shadow-pop",
                x(at) > 50 ? "-translate-x-full -ms-3" : "ms-3",
              )}
              style={{ left: `${x(at)}%` }}
            >
              <span className="text-ink-2">{point.label}</span>
              <span className="tabular text-end font-semibold text-ink">{format(point.value)}</span>
              {earlier && (
                <>
                  <span>{earlier.label}</span>
                  <span className="tabular text-end">{format(earlier.value)}</span>
                </>
              )}
            </div>
          </>
        )}
      </div>
      <div aria-hidden className="relative col-start-2 mt-1 h-7">
        {marksOf(points.length).map((index, nth, all) => (
          <span
            key={index}
            className={cx(
              "tabular absolute top-0 flex flex-col items-center whitespace-nowrap before:h-1.5 before:border-line-strong before:border-s",
              index === last ? "-translate-x-full items-end" : "-translate-x-1/2",
              (all.length - nth) % 2 === 0 && "max-sm:hidden",
            )}
            style={{ left: `${x(index)}%` }}
          >
            {points[index]!.label}
          </span>
        ))}
      </div>
    </div>
  )
}

function Dot({ x, y, className }: { x: number; y: number; className: string }) {
  return (
    <span
      className={cx("absolute -mt-1 -ms-1 size-2 rounded-full ring-2 ring-canvas", className)}
      style={{ left: `${x}%`, top: `${y}%` }}
    />
  )
}
