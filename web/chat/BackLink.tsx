import { ArrowLeft } from "lucide-react"
import { Link } from "react-router"
import { cx } from "../ui/cx.ts"

/** Before the name of a conversation, where its list is not beside it. */
export function BackLink({ to, label, className }: { to: string; label: string; className?: string }) {
  return (
    <Link
      to={to}
      aria-label={label}
      className={cx(
        "-ml-3 inline-flex size-11 shrink-0 items-center justify-center rounded-full hover:bg-sunken",
        className,
      )}
    >
      <ArrowLeft aria-hidden size={20} />
    </Link>
  )
}
