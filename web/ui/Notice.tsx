import { CircleAlert, CircleCheck, Info } from "lucide-react"
import type { ReactNode } from "react"
import { cx } from "./cx.ts"

const looks = {
  danger: { className: "border-danger bg-danger-soft text-danger", Icon: CircleAlert },
  warn: { className: "border-warn bg-warn-soft text-warn", Icon: CircleAlert },
  success: { className: "border-success bg-success-soft text-success", Icon: CircleCheck },
  info: { className: "border-info bg-info-soft text-info", Icon: Info },
}

interface NoticeProps {
  kind?: keyof typeof looks
  title?: string
  children?: ReactNode
  className?: string
}

/** Stays where it is said: above a form, or on a line of the cart. Trouble interrupts, anything else waits its turn. */
export function Notice({ kind = "info", title, children, className }: NoticeProps) {
  const { className: look, Icon } = looks[kind]
  return (
    <div
      role={kind === "danger" ? "alert" : "status"}
      className={cx("flex gap-3 rounded-input border-l-4 px-4 py-3 text-ui", look, className)}
    >
      <Icon aria-hidden size={20} className="mt-px shrink-0" />
      <div className="min-w-0">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className="text-ink">{children}</div>}
      </div>
    </div>
  )
}
