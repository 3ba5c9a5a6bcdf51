import type { FormEventHandler, ReactNode } from "react"
import { Alert } from "../ui/Alert.tsx"
import { cx } from "../ui/cx.ts"
import type { Draft } from "./drafts.ts"
import { UnsavedChanges } from "./UnsavedChanges.tsx"

interface SentFormProps {
  onSubmit: FormEventHandler
  failed?: string
  failure: string | undefined
  /** Whether there are unsaved changes. */
  isDirty?: boolean
  /** Keeps the input even if the tab is closed. */
  draft?: Draft
  className?: string
  children: ReactNode
}

/** A form with its failure above the fields and a warning about unsaved changes. */
export function SentForm({ onSubmit, failed, failure, isDirty, draft, className, children }: SentFormProps) {
  return (
    <form noValidate onSubmit={onSubmit} className={cx("grid gap-5", className)}>
      {isDirty !== undefined && <UnsavedChanges isDirty={() => isDirty} draft={draft} />}
      {failure && (
        <Alert kind="danger" title={failed}>
          {failure}
        </Alert>
      )}
      {children}
    </form>
  )
}
