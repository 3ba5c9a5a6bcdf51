import { leaveForm } from "../forms/UnsavedChanges.tsx"
import { Button } from "../ui/Button.tsx"

/** The end of a form in a dialog. */
export function DialogButtons({ action, busy, onCancel }: { action: string; busy: boolean; onCancel(): void }) {
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button variant="outline" onClick={(event) => leaveForm(event.currentTarget, onCancel)}>
        Cancel
      </Button>
      <Button type="submit" busy={busy}>
        {action}
      </Button>
    </div>
  )
}
