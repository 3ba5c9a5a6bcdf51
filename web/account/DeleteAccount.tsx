import { useState } from "react"
import { useNavigate } from "react-router"
import { accountTexts } from "#contract/texts.ts"
import { ApiError, call, explain } from "../api/client.ts"
import { queries } from "../api/queries.ts"
import { leave } from "../session/session.ts"
import { Button } from "../ui/Button.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { toast } from "../ui/toast.tsx"
import { PasswordField } from "./PasswordField.tsx"
import { SentForm } from "./SentForm.tsx"

export function DeleteAccount() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <p className="mt-3 max-w-measure text-ink-2">
        Your personal data is erased at once and cannot be brought back. Orders and payments stay in our books without
        it; your reviews are shown as “Former member”.
      </p>
      <Button look="danger" className="mt-4" onClick={() => setOpen(true)}>
        Delete Account
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Delete your account?">
        <DeletionForm onCancel={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

/** The password is asked for when the server wants it: a fresh sign-in is proof enough. */
function DeletionForm({ onCancel }: { onCancel(): void }) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [asksPassword, setAsksPassword] = useState(false)
  const [password, setPassword] = useState("")
  const [fault, setFault] = useState<string>()
  const [failure, setFailure] = useState<string>()

  const remove = async () => {
    setBusy(true)
    setFault(undefined)
    setFailure(undefined)
    try {
      await call("DELETE /users/account", { body: password ? { password } : {} })
    } catch (error) {
      setBusy(false)
      if (!(error instanceof ApiError && error.code === "WRONG_PASSWORD")) return setFailure(explain(error))
      setAsksPassword(true)
      return setFault(explain(error))
    }
    leave()
    await navigate("/", { replace: true })
    queries().clear()
    toast(accountTexts.deleted, { kind: "success" })
  }

  return (
    <SentForm
      failed={accountTexts.deleteFailed}
      failure={failure}
      onSubmit={(event) => {
        event.preventDefault()
        void remove()
      }}
    >
      <p className="text-ink-2">
        This cannot be undone. Your favorites, cart, messages and what is left of a membership are gone with it.
      </p>
      {asksPassword && (
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          autoFocus
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={fault}
        />
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" look="danger" busy={busy} disabled={asksPassword && !password}>
          Yes, Delete My Account
        </Button>
      </div>
    </SentForm>
  )
}
