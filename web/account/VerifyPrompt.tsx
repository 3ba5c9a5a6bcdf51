import { useState } from "react"
import type { User } from "#contract/accounts.ts"
import { loginTexts } from "#contract/memberText.ts"
import { call, explain } from "../api/client.ts"
import { Alert } from "../ui/Alert.tsx"
import { Button } from "../ui/Button.tsx"

/** Asks to confirm the account's email address. */
export function VerifyPrompt({ user }: { user: User }) {
  const [message, setMessage] = useState<string>()
  const [busy, setBusy] = useState(false)
  if (user.pending_email) {
    return (
      <Alert kind="info" className="mt-5">
        We sent a link to {user.pending_email}. Your email address changes when you open it.
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
    <Alert kind="info" className="mt-5" title="Please confirm your email address">
      <p>{message ?? "Open the link in the email we sent you. It is valid for 24 hours."}</p>
      {!message && (
        <Button variant="quiet" className="-ml-5" busy={busy} onClick={() => void send()}>
          Resend email
        </Button>
      )}
    </Alert>
  )
}
