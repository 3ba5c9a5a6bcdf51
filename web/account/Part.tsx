import type { ReactNode } from "react"
import { cx } from "../ui/cx.ts"

interface PartProps {
  id: string
  title: string
  className?: string
  children: ReactNode
}

/** A section of the settings. */
export function Part({ id, title, className, children }: PartProps) {
  return (
    <section aria-labelledby={id} className={cx("grid gap-x-10 py-10 xl:grid-cols-[13rem_minmax(0,38rem)]", className)}>
      <h3 id={id} className="font-display text-h3">
        {title}
      </h3>
      <div className="min-w-0 max-w-[38rem] xl:[&>:first-child]:mt-0">{children}</div>
    </section>
  )
}
