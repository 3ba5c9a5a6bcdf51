import type { ReactNode } from "react"
import { type Address, Link } from "../router.ts"
import { cx } from "./cx.ts"
import { ArrowLeft } from "./icons.ts"

/** The look of `Back`, for links outside the router. */
export const backClass =
  "no-print inline-flex min-h-11 items-center gap-2 text-ink-2 text-ui underline-offset-4 hover:underline"

export const BackArrow = () => <ArrowLeft aria-hidden size={16} />

/** A link above a heading, to the list or page that this one belongs to. */
export function Back({ to, className, children }: { to: Address; className?: string; children: ReactNode }) {
  return (
    <Link to={to} className={cx(backClass, className)}>
      <BackArrow />
      {children}
    </Link>
  )
}
