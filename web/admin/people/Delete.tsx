import { type ReactNode, useState } from "react"
import { adminTexts } from "#contract/adminText.ts"
import { t } from "#contract/t.ts"
import { ApiError } from "../../platform/api/client.ts"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import { toast } from "../../platform/ui/toast.tsx"

interface Person {
  id: number
  full_name: string
}

interface DeleteProps<P extends Person> {
  person: P | undefined
  kind: "admin" | "moderator"
  failed: string
  failedFor?(id: number): string
  onClose(): void
  run(person: P): Promise<void>
  children: ReactNode
}

/** Confirms the deletion of an account. A failure is shown and can be retried. */
export function Delete<P extends Person>({ person, kind, failed, failedFor, onClose, run, children }: DeleteProps<P>) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const close = () => {
    setFailure(undefined)
    onClose()
  }
  const confirm = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      await run(person!)
      close()
    } catch (error) {
      const why = (error instanceof ApiError && error.detail) || adminTexts.unknownError
      setFailure(why)
      if (failedFor) toast(failedFor(person!.id), { description: why, kind: "error" })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog open={person !== undefined} onClose={close} title={t`Delete ${person?.full_name ?? t`this account`}?`}>
      <div className="text-ink-2">{children}</div>
      {failure && (
        <Alert kind="danger" title={failed} className="mt-4">
          {failure}
        </Alert>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={close}>{t`Cancel`}</Button>
        <Button variant="danger" busy={busy} onClick={() => void confirm()}>
          {kind === "admin" ? t`Delete admin` : t`Delete moderator`}
        </Button>
      </div>
    </Dialog>
  )
}
