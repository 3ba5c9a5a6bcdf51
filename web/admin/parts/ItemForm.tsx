import type { FormEventHandler, ReactNode } from "react"
import type { FieldValues, UseFormReturn } from "react-hook-form"
import type { Draft } from "../../platform/forms/drafts.ts"
import type { useSending } from "../../platform/forms/form.ts"
import { SentForm } from "../../platform/forms/SentForm.tsx"
import { Button } from "../../platform/ui/Button.tsx"

interface ItemFormProps<In extends FieldValues, Out> {
  form: UseFormReturn<In, unknown, Out>
  sending: ReturnType<typeof useSending>
  /** Called instead of sending it at once. */
  onSubmit?: FormEventHandler
  /** The title of a failure. */
  failed: string
  /** Whether anything else than its fields was changed. */
  isChanged?: boolean
  draft?: Draft
  /** Of the button. */
  action: string
  children: ReactNode
}

/** Shows the form of one thing in a dialog, with its button. */
export function ItemForm<In extends FieldValues, Out>(props: ItemFormProps<In, Out>) {
  const { sending, onSubmit = sending.submit, failed, isChanged = false, draft, action, children } = props
  const { isDirty, isSubmitting } = props.form.formState
  return (
    <SentForm
      onSubmit={onSubmit}
      failed={failed}
      failure={sending.failure}
      isDirty={(isDirty || isChanged) && !isSubmitting && !sending.isSent}
      draft={draft}
    >
      {children}
      <div className="flex justify-end">
        <Button type="submit" busy={isSubmitting}>
          {action}
        </Button>
      </div>
    </SentForm>
  )
}
