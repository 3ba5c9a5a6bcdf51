import { t } from "#contract/t.ts"
import { Trans } from "../../platform/ui/Trans.tsx"
import "../../platform/ui/zod.ts"
import { useState } from "react"
import { loginTexts } from "#contract/memberText.ts"
import { call, explain } from "../../platform/api/client.ts"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button, ButtonLink } from "../../platform/ui/Button.tsx"
import { PageSpinner } from "../../platform/ui/states.tsx"
import { AuthFrame } from "./AuthFrame.tsx"
import { NewPasswordForm, NewPasswordSet } from "./NewPasswordForm.tsx"
import { forgetCode, keepCode, spent, useOneTimeCode } from "./oneTimeCode.ts"
import { isBadCode } from "./useSpentCode.ts"

/** Prefix of the code for a new password, which the tab keeps once the change is undone. */
const undone = "undone "

interface Shown {
  call: "POST /auth/email-change/undo" | "POST /auth/second-factor/undo"
  title: string
  /** `about` says what a click does, `done` what it has done. */
  about: string
  button: string
  done: string
}

/** The page of a "This wasn't me" link. It ends all sessions and the password, so it needs a click. */
export function TakeBack({ call: undoing, title, about, button, done }: Shown) {
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
      const { oob_code } = await call(undoing, { body: { oob_code: code } })
      keep(undone + oob_code)
    } catch (error) {
      if (isBadCode(error)) keep(null)
      else setFailure(explain(error))
    }
    setBusy(false)
  }
  return (
    <AuthFrame title={title}>
      {code === undefined && <PageSpinner />}
      {code && code !== spent && !code.startsWith(undone) && (
        <div className="mt-6 grid gap-5">
          <p className="text-ink-2">{about}</p>
          {failure && <Alert kind="danger">{failure}</Alert>}
          <Button busy={busy} onClick={() => void undo()}>
            {button}
          </Button>
        </div>
      )}
      {code?.startsWith(undone) && (
        <>
          <Alert
            kind="success"
            className="mt-6"
            title={done}
          >{t`Now choose a new password. We've also emailed you a link to do it later.`}</Alert>
          <NewPasswordForm code={code.slice(undone.length)} onDone={() => keep(spent)} onBadCode={() => keep(null)} />
        </>
      )}
      {code === spent && <NewPasswordSet />}
      {code === null && (
        <div className="mt-6 grid gap-5">
          <Alert kind="danger">{loginTexts.badLink}</Alert>
          <p className="text-ink-2">
            <Trans>
              Each link works once and is valid for seven days. If you still can't access your account, please contact
              us.
            </Trans>
          </p>
          <ButtonLink to="/contact">{t`Contact us`}</ButtonLink>
        </div>
      )}
    </AuthFrame>
  )
}
