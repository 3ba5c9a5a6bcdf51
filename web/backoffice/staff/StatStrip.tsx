import type { ReactNode } from "react"
import { Skeleton } from "../../platform/ui/states.tsx"

interface Stat {
  label: string
  /** Undefined while loading. */
  value: ReactNode
  note?: ReactNode
}

/** A row of key figures, which keeps its height while they are loading. */
export function StatStrip({ stats }: { stats: Stat[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 border-line border-y xl:auto-cols-fr xl:grid-flow-col xl:grid-cols-none xl:gap-x-0">
      {stats.map(({ label, value, note }) => (
        <div
          key={label}
          className="min-w-0 border-line py-4 max-xl:odd:last:col-span-2 max-xl:nth-[n+3]:border-t xl:not-last:border-e xl:px-4 xl:first:ps-0"
        >
          <dt className="text-ink-2 text-meta">{label}</dt>
          <dd className="tabular mt-1 font-semibold text-lead">{value ?? <Skeleton className="h-[1lh] w-16" />}</dd>
          {note && <dd className="tabular text-ink-3 text-meta">{note}</dd>}
        </div>
      ))}
    </dl>
  )
}
