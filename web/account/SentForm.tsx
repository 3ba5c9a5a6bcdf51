import type { FormEventHandler, ReactNode } from "react"
import { cx } from "../ui/cx.ts"
import { Notice } from "../ui/Notice.tsx"

interface SentFormProps {
  onSubmit: FormEventHandler
  /** What did not work, and why. */
  failed?: string
  failure: string | undefined
  className?: string
  children: ReactNode
}

/** The frame of a form that is sent: above its fields stands why it was not. */
export function SentForm({ onSubmit, failed, failure, className, children }: SentFormProps) {
  return (
    <form noValidate onSubmit={onSubmit} className={cx("grid gap-5", className)}>
      {failure && (
        <Notice kind="danger" title={failed}>
          {failure}
        </Notice>
      )}
      {children}
    </form>
  )
}
