import { useState } from "react"
import type { User } from "#contract/accounts.ts"
import { loginTexts } from "#contract/texts.ts"
import { call, explain } from "../api/client.ts"
import { Button } from "../ui/Button.tsx"
import { Notice } from "../ui/Notice.tsx"

/** Asks for the confirmation of an address, and says which one is waited for. */
export function VerifyPrompt({ user }: { user: User }) {
  const [told, setTold] = useState<string>()
  const [busy, setBusy] = useState(false)
  if (user.pending_email) {
    return (
      <Notice kind="info" className="mt-5">
        A letter with a link was sent to {user.pending_email}. Your address changes when you open it.
      </Notice>
    )
  }
  if (user.email_verified) return null
  const send = async () => {
    setBusy(true)
    const answer = await call("POST /auth/verify-email/request", { body: { email: user.email } }).then(
      () => loginTexts.verificationRequested,
      explain,
    )
    setTold(answer)
    setBusy(false)
  }
  return (
    <Notice kind="info" className="mt-5" title="Please confirm your e-mail address">
      <p>{told ?? "Open the link in the letter that we sent you. It is good for 24 hours."}</p>
      {!told && (
        <Button look="quiet" className="-ml-5" busy={busy} onClick={() => void send()}>
          Send the letter again
        </Button>
      )}
    </Notice>
  )
}
