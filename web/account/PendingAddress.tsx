import { useState } from "react"
import type { User } from "#contract/accounts.ts"
import { accountTexts, loginTexts } from "#contract/texts.ts"
import { call, explain } from "../api/client.ts"
import { know } from "../session/session.ts"
import { Button } from "../ui/Button.tsx"
import { Notice } from "../ui/Notice.tsx"
import { toast } from "../ui/toast.tsx"

/** The address that waits to be confirmed: the letter again, or no change after all. */
export function PendingAddress({ user, address }: { user: User; address: string }) {
  const [busy, setBusy] = useState<"send" | "drop">()
  const [told, setTold] = useState<string>()
  const send = async () => {
    setBusy("send")
    const request = call("POST /auth/verify-email/request", { body: { email: address } })
    setTold(await request.then(() => loginTexts.verificationRequested, explain))
    setBusy(undefined)
  }
  const drop = async () => {
    setBusy("drop")
    try {
      know(await call<User>("PATCH /auth/me", { body: { email: user.email } }))
    } catch (error) {
      toast(accountTexts.profileFailed, { kind: "error", description: explain(error) })
      setBusy(undefined)
    }
  }
  return (
    <Notice kind="info" className="mt-4" title={`Waits to be confirmed: ${address}`}>
      <p>{told ?? "A letter with a link was sent there. Your address changes when you open it."}</p>
      <div className="-ml-5 flex flex-wrap">
        <Button look="quiet" busy={busy === "send"} disabled={told !== undefined} onClick={() => void send()}>
          Send the letter again
        </Button>
        <Button look="quiet" busy={busy === "drop"} onClick={() => void drop()}>
          Keep the present address
        </Button>
      </div>
    </Notice>
  )
}
