import type { ReactNode } from "react"
import { cx } from "../../platform/ui/cx.ts"

interface PartProps {
  id: string
  title: string
  className?: string
  children: ReactNode
}

/** A section of the settings. */
export function Part({ id, title, className, children }: PartProps) {
  return (
    <section
      aria-labelledby={id}
      className={cx("grid gap-x-12 gap-y-3 py-8 lg:grid-cols-[12rem_minmax(0,1fr)]", className)}
    >
      <h3 id={id} className="font-display text-h3">
        {title}
      </h3>
      <div className="min-w-0 lg:[&>:first-child]:mt-0">{children}</div>
    </section>
  )
}

/** A text with a button at its right. */
export function SettingRow({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
      <p className="min-w-0 max-w-[26rem] flex-[1_1_16rem] text-ink-2">{text}</p>
      {children}
    </div>
  )
}
