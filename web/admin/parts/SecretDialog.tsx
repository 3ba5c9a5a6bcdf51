import { useState } from "react"
import { t } from "#contract/t.ts"
import { UnsavedChanges } from "../../platform/forms/UnsavedChanges.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import { toast } from "../../platform/ui/toast.tsx"

/** Shows a new key, secret or link. The server never shows it again. */
export function SecretDialog({
  title,
  note = t`It is shown only now. Keep it somewhere safe.`,
  done = t`I've saved it`,
  secret,
  onClose,
}: {
  title: string
  note?: string
  /** The label of the button that closes it. */
  done?: string
  secret: string | undefined
  onClose(): void
}) {
  const [copied, setCopied] = useState<string>()
  const copy = async () => {
    await navigator.clipboard.writeText(secret ?? "")
    setCopied(secret)
    toast(t`Copied`, { kind: "success", key: "secret" })
  }
  return (
    <Dialog open={secret !== undefined} onClose={onClose} title={title}>
      <UnsavedChanges isDirty={() => copied !== secret} />
      <p className="text-ink-2">{note}</p>
      <p className="mt-5 wrap-anywhere border-line border-y py-4 font-mono text-ui">{secret}</p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={() => void copy()}>{t`Copy`}</Button>
        <Button onClick={onClose}>{done}</Button>
      </div>
    </Dialog>
  )
}
