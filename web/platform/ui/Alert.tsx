import type { ReactNode } from "react"
import { cx } from "./cx.ts"
import { CircleAlert, CircleCheck, Info } from "./icons.ts"

const kinds = {
  danger: { className: "border-danger bg-danger-soft text-danger", Icon: CircleAlert },
  warn: { className: "border-warn bg-warn-soft text-warn", Icon: CircleAlert },
  success: { className: "border-success bg-success-soft text-success", Icon: CircleCheck },
  info: { className: "border-info bg-info-soft text-info", Icon: Info },
}

interface AlertProps {
  kind?: keyof typeof kinds
  title?: string
  children?: ReactNode
  className?: string
}

/** An inline message. Screen readers announce `danger` at once, other kinds politely. */
export function Alert({ kind = "info", title, children, className }: AlertProps) {
  const { className: kindClass, Icon } = kinds[kind]
  return (
    <div
      role={kind === "danger" ? "alert" : "status"}
      className={cx("flex gap-3 rounded-card border-s-4 px-4 py-3 text-ui", kindClass, className)}
    >
      <Icon aria-hidden size={20} className="mt-px shrink-0" />
      <div className="min-w-0">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className="text-ink">{children}</div>}
      </div>
    </div>
  )
}
