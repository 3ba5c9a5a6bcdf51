import { type ReactNode, useState } from "react"
import { t } from "#contract/t.ts"
import { Button } from "./Button.tsx"
import { Dialog } from "./Dialog.tsx"

interface ConfirmProps {
  open: boolean
  onClose(): void
  title: string
  children: ReactNode
  /** The label of the confirming button. */
  action: string
  /** The label of the cancel button. */
  keep?: string
  /** The dialog closes when this resolves, unless it resolves with `false`. */
  onConfirm(): Promise<unknown>
}

/** Asks for confirmation of an action that cannot be undone. */
export function Confirm({ open, onClose, title, children, action, keep = t`Cancel`, onConfirm }: ConfirmProps) {
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    const done = await onConfirm().finally(() => setBusy(false))
    if (done !== false) onClose()
  }
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <div className="text-ink-2">{children}</div>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={onClose}>
          {keep}
        </Button>
        <Button variant="danger" busy={busy} onClick={() => void confirm()}>
          {action}
        </Button>
      </div>
    </Dialog>
  )
}
