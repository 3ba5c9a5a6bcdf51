import { useState } from "react"
import { accountTexts } from "#contract/memberText.ts"
import { t } from "#contract/t.ts"
import { ApiError, call, explain } from "../../platform/api/client.ts"
import { queries } from "../../platform/api/queries.ts"
import { leaveTo } from "../../platform/auth/user.ts"
import { SentForm } from "../../platform/forms/SentForm.tsx"
import { useNavigate } from "../../platform/router.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { SettingRow } from "./Part.tsx"
import { PasswordField } from "./PasswordField.tsx"

export function DeleteAccount() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <SettingRow
        text={t`Your personal data is permanently erased, except your name and address on invoices, which the law makes us keep for ten years. We keep records of orders and payments without it, and your reviews are shown as written by “Former member”.`}
      >
        <Button variant="danger" onClick={() => setOpen(true)}>{t`Delete Account`}</Button>
      </SettingRow>
      <Dialog open={open} onClose={() => setOpen(false)} title={t`Delete your account?`}>
        <DeletionForm onCancel={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

/** Asks for the password only if the server does; a recent sign-in is enough. */
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
    await leaveTo(() => navigate("/", { replace: true }))
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
        <Trans>
          This can't be undone. You will lose your favorites, cart, messages and any remaining membership time.
        </Trans>
      </p>
      {asksPassword && (
        <PasswordField
          label={t`Your password`}
          autoComplete="current-password"
          autoFocus
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={fault}
        />
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={onCancel}>{t`Cancel`}</Button>
        <Button
          type="submit"
          variant="danger"
          busy={busy}
          disabled={asksPassword && !password}
        >{t`Yes, Delete My Account`}</Button>
      </div>
    </SentForm>
  )
}
