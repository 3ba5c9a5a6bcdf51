import { useEffect, useRef, useState } from "react"
import type { User } from "#contract/accounts.ts"
import { accountTexts } from "#contract/memberText.ts"
import { t } from "#contract/t.ts"
import { call, explain } from "../../platform/api/client.ts"
import { know } from "../../platform/session/session.ts"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { toast } from "../../platform/ui/toast.tsx"

interface PendingAddressProps {
  user: User
  address: string
  /** True if the change was just requested, which moves the focus here. */
  takesFocus?: boolean
  /** Called after the change was cancelled and this component is unmounted. */
  onDropped?(): void
}

/** The unconfirmed address: resend the email or cancel the change. */
export function PendingAddress({ user, address, takesFocus = false, onDropped }: PendingAddressProps) {
  const box = useRef<HTMLDivElement>(null)
  const [busy, setBusy] = useState<"send" | "drop">()
  const [message, setMessage] = useState<string>()
  useEffect(() => {
    if (takesFocus) box.current?.focus()
  }, [takesFocus])
  const send = async () => {
    setBusy("send")
    setMessage(await call("POST /auth/email-change/resend").then(() => accountTexts.changeSentAgain, explain))
    setBusy(undefined)
  }
  const drop = async () => {
    setBusy("drop")
    try {
      know(await call("PATCH /auth/me", { body: { email: user.email } }))
      toast(accountTexts.addressKept, { kind: "success", key: "address", description: user.email })
      onDropped?.()
    } catch (error) {
      toast(accountTexts.profileFailed, { kind: "error", key: "address", description: explain(error) })
      setBusy(undefined)
    }
  }
  return (
    <div ref={box} tabIndex={-1} className="mt-4">
      <Alert kind="info" title={t`Waiting for confirmation: ${address}`}>
        <p>
          {message ??
            t`We've emailed a link to the new address and a notice to your current one. Your email address changes when you open the link, which is valid for 24 hours. Your other devices will then be logged out.`}
        </p>
        <div className="-ms-5 flex flex-wrap">
          <Button variant="quiet" busy={busy === "send"} onClick={() => void send()}>{t`Resend email`}</Button>
          <Button variant="quiet" busy={busy === "drop"} onClick={() => void drop()}>{t`Keep current address`}</Button>
        </div>
      </Alert>
    </div>
  )
}
