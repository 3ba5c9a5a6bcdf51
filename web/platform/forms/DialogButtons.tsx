import { t } from "#contract/t.ts"
import { Button } from "../ui/Button.tsx"
import { leaveForm } from "./UnsavedChanges.tsx"

interface DialogButtonsProps {
  action: string
  variant?: "primary" | "danger"
  busy: boolean
  onCancel(): void
}

/** The buttons at the end of a form in a dialog. Cancel asks before it drops unsaved input. */
export function DialogButtons({ action, variant = "primary", busy, onCancel }: DialogButtonsProps) {
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button variant="outline" onClick={(event) => leaveForm(event.currentTarget, onCancel)}>{t`Cancel`}</Button>
      <Button type="submit" variant={variant} busy={busy}>
        {action}
      </Button>
    </div>
  )
}
