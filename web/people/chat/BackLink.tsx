import { type Address, Link } from "../../platform/router.ts"
import { cx } from "../../platform/ui/cx.ts"
import { ArrowLeft } from "../../platform/ui/icons.ts"

/** A link before the name, shown where the list is not beside the conversation. */
export function BackLink({ to, label, className }: { to: Address; label: string; className?: string }) {
  return (
    <Link
      to={to}
      aria-label={label}
      className={cx(
        "-ms-3 inline-flex size-11 shrink-0 items-center justify-center rounded-full hover:bg-sunken",
        className,
      )}
    >
      <ArrowLeft aria-hidden size={20} />
    </Link>
  )
}
