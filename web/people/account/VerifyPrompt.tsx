import { useState } from "react"
import type { User } from "#contract/accounts.ts"
import { loginTexts } from "#contract/memberText.ts"
import { t } from "#contract/t.ts"
import { call, explain } from "../../platform/api/client.ts"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"

export function VerifyPrompt({ user }: { user: User }) {
  const [message, setMessage] = useState<string>()
  const [busy, setBusy] = useState(false)
  if (user.pending_email) {
    return (
      <Alert kind="info" className="mt-5">
        <Trans>We sent a link to {user.pending_email}. Your email address changes when you open it.</Trans>
      </Alert>
    )
  }
  if (user.email_verified) return null
  const send = async () => {
    setBusy(true)
    const answer = await call("POST /auth/verify-email/request", { body: { email: user.email } }).then(
      () => loginTexts.verificationRequested,
      explain,
    )
    setMessage(answer)
    setBusy(false)
  }
  return (
    <Alert kind="info" className="mt-5" title={t`Please confirm your email address`}>
      <p>{message ?? t`Open the link in the email we sent you. It is valid for 24 hours.`}</p>
      {!message && (
        <Button variant="quiet" className="-ms-5" busy={busy} onClick={() => void send()}>{t`Resend email`}</Button>
      )}
    </Alert>
  )
}
