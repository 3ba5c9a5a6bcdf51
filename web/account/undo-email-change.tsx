import "../ui/zod.ts"
import { useState } from "react"
import { loginTexts } from "#contract/memberText.ts"
import { call, explain } from "../api/client.ts"
import { titled } from "../meta/shop.ts"
import { Alert } from "../ui/Alert.tsx"
import { Button, ButtonLink } from "../ui/Button.tsx"
import { PageSpinner } from "../ui/states.tsx"
import { AuthFrame } from "./AuthFrame.tsx"
import { NewPasswordForm, NewPasswordSet } from "./NewPasswordForm.tsx"
import { forgetCode, keepCode, spent, useOneTimeCode } from "./oneTimeCode.ts"
import { isBadCode } from "./useSpentCode.ts"

export const meta = () => [
  { title: titled("Keep your email address") },
  { name: "description", content: "Undo a change of your account's email address." },
  { name: "robots", content: "noindex" },
]

/** Before the code of the new password, which the tab keeps once the change is undone. */
const undone = "undone "

/** Ends all sessions and the password, so it needs a click. */
export default function UndoEmailChange() {
  const kept = useOneTimeCode()
  const [own, setOwn] = useState<string | null>()
  const code = own === undefined ? kept : own
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const keep = (next: string | null) => {
    if (next === null) forgetCode()
    else keepCode(next)
    setOwn(next)
  }
  const undo = async () => {
    if (!code) return
    setBusy(true)
    setFailure(undefined)
    try {
      const { oob_code } = await call("POST /auth/email-change/undo", { body: { oob_code: code } })
      keep(undone + oob_code)
    } catch (error) {
      if (isBadCode(error)) keep(null)
      else setFailure(explain(error))
    }
    setBusy(false)
  }
  return (
    <AuthFrame title="Keep your email address">
      {code === undefined && <PageSpinner />}
      {code && code !== spent && !code.startsWith(undone) && (
        <div className="mt-6 grid gap-5">
          <p className="text-ink-2">
            Your account keeps (or gets back) the email address this link was sent to. All devices are logged out, your
            password stops working, and you choose a new one.
          </p>
          {failure && <Alert kind="danger">{failure}</Alert>}
          <Button busy={busy} onClick={() => void undo()}>
            Undo change
          </Button>
        </div>
      )}
      {code?.startsWith(undone) && (
        <>
          <Alert kind="success" className="mt-6" title="Your account uses this email address again.">
            Now choose a new password. We've also emailed you a link to do it later.
          </Alert>
          <NewPasswordForm code={code.slice(undone.length)} onDone={() => keep(spent)} onBadCode={() => keep(null)} />
        </>
      )}
      {code === spent && <NewPasswordSet />}
      {code === null && (
        <div className="mt-6 grid gap-5">
          <Alert kind="danger">{loginTexts.badLink}</Alert>
          <p className="text-ink-2">
            Each link works once and is valid for seven days. If you still can't access your account, please contact us.
          </p>
          <ButtonLink to="/contact">Contact us</ButtonLink>
        </div>
      )}
    </AuthFrame>
  )
}
