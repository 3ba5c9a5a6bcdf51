import { type ReactNode, useId } from "react"
import { cx } from "../../platform/ui/cx.ts"

export const customerKey = (id: number) => ["customer", id]

interface PartProps {
  title: string
  id?: string
  className?: string
  children: ReactNode
}

export function Part({ title, id, className, children }: PartProps) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} id={id} className={cx("min-w-0 scroll-mt-4", className)}>
      <h2 id={heading} className="mb-3 font-display text-h3">
        {title}
      </h2>
      {children}
    </section>
  )
}
