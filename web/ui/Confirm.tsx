import { type ReactNode, useState } from "react"
import { Button } from "./Button.tsx"
import { Dialog } from "./Dialog.tsx"

interface ConfirmProps {
  open: boolean
  onClose(): void
  title: string
  children: ReactNode
  /** Names what will be done: "Clear the cart". */
  action: string
  /** Names the way out, where nothing is kept by it. */
  keep?: string
  /** Resolves when it is done; the dialog then closes, unless the answer is `false`: then what stands in it says why. */
  onConfirm(): Promise<unknown>
}

/** Asks before something that cannot be taken back. */
export function Confirm({ open, onClose, title, children, action, keep = "Keep it", onConfirm }: ConfirmProps) {
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
        <Button look="outline" onClick={onClose}>
          {keep}
        </Button>
        <Button look="danger" busy={busy} onClick={() => void confirm()}>
          {action}
        </Button>
      </div>
    </Dialog>
  )
}
