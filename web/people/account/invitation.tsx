import { t } from "#contract/t.ts"
import "../../platform/ui/zod.ts"
import { useEffect, useState } from "react"
import type { Invitation as Invited } from "#contract/accounts.ts"
import { loginTexts } from "#contract/memberText.ts"
import { ApiError, call, explain } from "../../platform/api/client.ts"
import { titled } from "../../platform/meta/shop.ts"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button, ButtonLink } from "../../platform/ui/Button.tsx"
import { dateTimeOf } from "../../platform/ui/format.ts"
import { PageSpinner } from "../../platform/ui/states.tsx"
import { AuthFrame } from "./AuthFrame.tsx"
import { NewPasswordForm } from "./NewPasswordForm.tsx"
import { forgetCode, keepCode, spent, useOneTimeCode } from "./oneTimeCode.ts"
import { isBadCode } from "./useSpentCode.ts"

export const meta = () => [
  { title: titled(t`Accept your invitation`) },
  { name: "description", content: t`Choose a password for your staff account.` },
  { name: "robots", content: "noindex" },
]

type State = { step: "opening" | "done" } | { step: "open"; invited: Invited } | { step: "bad" | "failed"; why: string }

/** A member of staff chooses the password of the account that an admin has made for them. */
export default function Invitation() {
  const code = useOneTimeCode()
  const [state, setState] = useState<State>({ step: "opening" })
  const fail = (error: unknown) => {
    if (!isBadCode(error)) return setState({ step: "failed", why: explain(error) })
    forgetCode()
    const said = error instanceof ApiError && error.code === "BAD_CODE" ? error.detail : null
    setState({ step: "bad", why: said ?? loginTexts.badLink })
  }
  const open = (oob_code: string) =>
    call("POST /auth/invitation", { body: { oob_code } }).then((invited) => setState({ step: "open", invited }), fail)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, as soon as the code is known
  useEffect(() => {
    if (code === null) setState({ step: "bad", why: loginTexts.badLink })
    else if (code === spent) setState({ step: "done" })
    else if (code) void open(code)
  }, [code])
  const done = () => {
    keepCode(spent)
    setState({ step: "done" })
  }
  return (
    <AuthFrame title={t`Accept your invitation`}>
      {state.step === "opening" && <PageSpinner />}
      {state.step === "bad" && (
        <div className="mt-6 grid gap-5">
          <Alert kind="danger">{state.why}</Alert>
          <ButtonLink to="/login">{t`Log in`}</ButtonLink>
        </div>
      )}
      {state.step === "failed" && (
        <div className="mt-6 grid gap-5">
          <Alert kind="danger">{state.why}</Alert>
          <Button onClick={() => void open(code!)}>{t`Try again`}</Button>
        </div>
      )}
      {state.step === "open" && code && (
        <>
          <Welcome {...state.invited} />
          <NewPasswordForm
            what="POST /auth/invitation/accept"
            code={code}
            email={state.invited.email}
            onDone={done}
            onBadCode={fail}
          />
        </>
      )}
      {state.step === "done" && (
        <div className="mt-6 grid gap-5">
          <Alert kind="success">{t`Your password is set and the account is yours. Log in to get started.`}</Alert>
          <ButtonLink to="/login">{t`Log in`}</ButtonLink>
        </div>
      )}
    </AuthFrame>
  )
}

function Welcome({ full_name, email, expires_at, needs_second_factor }: Invited) {
  return (
    <div className="mt-4 grid gap-2 text-ink-2">
      <p>{t`Welcome, ${full_name}. Choose a password for your staff account. You'll log in as ${email}.`}</p>
      {needs_second_factor && (
        <p>{t`This shop requires two-step verification. You'll set it up when you log in for the first time.`}</p>
      )}
      <p className="text-meta">{t`This link works once and expires ${dateTimeOf(expires_at)}.`}</p>
    </div>
  )
}
