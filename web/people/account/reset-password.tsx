import { t } from "#contract/t.ts"
import "../../platform/ui/zod.ts"
import { useState } from "react"
import { loginTexts } from "#contract/memberText.ts"
import { titled } from "../../platform/meta/shop.ts"
import { Alert } from "../../platform/ui/Alert.tsx"
import { ButtonLink } from "../../platform/ui/Button.tsx"
import { PageSpinner } from "../../platform/ui/states.tsx"
import { AuthFrame } from "./AuthFrame.tsx"
import { NewPasswordForm, NewPasswordSet } from "./NewPasswordForm.tsx"
import { forgetCode, keepCode, spent, useOneTimeCode } from "./oneTimeCode.ts"

export const meta = () => [
  { title: titled(t`Choose a new password`) },
  { name: "description", content: t`Choose a new password for your account.` },
  { name: "robots", content: "noindex" },
]

export default function ResetPassword() {
  const code = useOneTimeCode()
  const [state, setState] = useState<"open" | "done" | "bad">("open")
  const shown = code === null ? "bad" : code === spent ? "done" : state
  const done = () => {
    keepCode(spent)
    setState("done")
  }
  const bad = () => {
    forgetCode()
    setState("bad")
  }
  return (
    <AuthFrame title={t`Choose a new password`}>
      {code === undefined && <PageSpinner />}
      {shown === "bad" && (
        <div className="mt-6 grid gap-5">
          <Alert kind="danger">{loginTexts.badLink}</Alert>
          <ButtonLink to="/forgot-password">{t`Request a new link`}</ButtonLink>
        </div>
      )}
      {shown === "done" && <NewPasswordSet />}
      {shown === "open" && code && <NewPasswordForm code={code} onDone={done} onBadCode={bad} />}
    </AuthFrame>
  )
}
