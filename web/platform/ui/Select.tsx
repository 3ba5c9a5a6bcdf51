import type { ComponentProps } from "react"
import { cx } from "./cx.ts"
import { ChevronDown } from "./icons.ts"

/** A native select with our chevron, styled by `className`. */
export function Select({ className, ...rest }: ComponentProps<"select">) {
  return (
    <div className="relative">
      <select {...rest} className={cx("appearance-none truncate pe-9!", className)} />
      <ChevronDown
        aria-hidden
        size={16}
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 inset-e-3 text-ink-2"
      />
    </div>
  )
}
