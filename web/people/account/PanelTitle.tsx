import type { ReactNode } from "react"

/** `note` is placed at the end: a count or a filter. There is no rule where the row of tabs is above the title. */
export function PanelTitle({ children, note }: { children: string; note?: ReactNode }): ReactNode {
  return (
    <div className="placard flex flex-wrap items-center justify-between gap-x-6 gap-y-2 pt-3 max-lg:border-0">
      <h2 className="font-display text-h2">{children}</h2>
      {note && <div className="min-w-0 text-ink-2 text-ui">{note}</div>}
    </div>
  )
}
