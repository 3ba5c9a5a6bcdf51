import type { ReactNode } from "react"

interface HeadProps {
  title: string
  /** An optional sentence below the title. */
  note?: ReactNode
  children?: ReactNode
}

/** A tab's heading and actions. */
export function Head({ title, note, children }: HeadProps) {
  return (
    <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 tabIndex={-1} className="font-display text-h2">
          {title}
        </h1>
        {note && <p className="mt-1 max-w-measure text-pretty text-ink-2 text-ui">{note}</p>}
      </div>
      {children && <div className="flex flex-wrap items-center gap-3">{children}</div>}
    </div>
  )
}
