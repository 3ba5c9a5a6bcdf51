import "../ui/zod.ts"
import { useEffect, useRef, useState } from "react"
import { RequestVerification, type User } from "#contract/accounts.ts"
import { loginTexts } from "#contract/texts.ts"
import { call, explain } from "../api/client.ts"
import { know, readToken, useSession } from "../session/session.ts"
import { Button, ButtonLink, Spinner } from "../ui/Button.tsx"
import { Notice } from "../ui/Notice.tsx"
import { AskForLink } from "./AskForLink.tsx"
import { AuthFrame } from "./AuthFrame.tsx"
import { useOneTimeCode } from "./oneTimeCode.ts"
import { isBadCode } from "./reset-password.tsx"

export const meta = () => [
  { title: "Confirm your address - Vitrine" },
  { name: "description", content: "Confirm the e-mail address of your account." },
  { name: "robots", content: "noindex" },
]

type State = { step: "checking" | "done" | "bad" } | { step: "failed"; why: string }

export default function VerifyEmail() {
  const { user } = useSession()
  const { state, confirm } = useConfirmation()
  return (
    <AuthFrame title="Confirm your address">
      <div className="mt-6 grid gap-5">
        {state.step === "checking" && (
          <p role="status" className="flex items-center gap-3 text-ink-2">
            <Spinner /> Confirming your address
          </p>
        )}
        {state.step === "done" && (
          <>
            <Notice kind="success">Thank you. This address is confirmed.</Notice>
            {user ? (
              <ButtonLink to="/dashboard">Go to dashboard</ButtonLink>
            ) : (
              <ButtonLink to="/login">Sign In</ButtonLink>
            )}
          </>
        )}
        {state.step === "failed" && (
          <>
            <Notice kind="danger">{state.why}</Notice>
            <Button onClick={confirm}>Try again</Button>
          </>
        )}
        {state.step === "bad" && <Notice kind="danger">{loginTexts.badLink}</Notice>}
      </div>
      {state.step === "bad" && (
        <AskForLink
          schema={RequestVerification}
          path="/auth/verify-email/request"
          button="Send a new link"
          email={user?.email}
        />
      )}
    </AuthFrame>
  )
}

/** Sent by the page's own script, once: what only fetches the link, a mail scanner for one, uses nothing up. */
function useConfirmation() {
  const code = useOneTimeCode()
  const [state, setState] = useState<State>({ step: "checking" })
  const begun = useRef(false)
  const confirm = async () => {
    setState({ step: "checking" })
    try {
      await call("POST /auth/verify-email/confirm", { body: { oob_code: code } })
      setState({ step: "done" })
    } catch (error) {
      return setState(isBadCode(error) ? { step: "bad" } : { step: "failed", why: explain(error) })
    }
    if (readToken()) await call<User>("GET /auth/me").then(know, () => undefined)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as soon as the code is known
  useEffect(() => {
    if (code === null) setState({ step: "bad" })
    if (!code || begun.current) return
    begun.current = true
    void confirm()
  }, [code])
  return { state, confirm }
}
