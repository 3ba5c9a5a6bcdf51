import { t } from "#contract/t.ts"
import "../../platform/ui/zod.ts"
import { useState } from "react"
import { RequestReset } from "#contract/accounts.ts"
import { titled } from "../../platform/meta/shop.ts"
import { Back } from "../../platform/ui/Back.tsx"
import { AuthFrame } from "./AuthFrame.tsx"
import { useNext, withNext } from "./next.ts"
import { RequestLink } from "./RequestLink.tsx"

export const meta = () => [
  { title: titled(t`Forgot password`) },
  { name: "description", content: t`Request a link to reset your password.` },
  { name: "robots", content: "noindex" },
]

export default function ForgotPassword() {
  const [asked, setAsked] = useState(false)
  const next = useNext()
  return (
    <AuthFrame title={t`Forgot your password?`}>
      <p className="mt-4 text-ink-2">
        {asked
          ? t`The link works once and expires after one hour. If you don't see the email, check your spam folder.`
          : t`Enter the email address of your account, and we'll send you a link to reset your password.`}
      </p>
      <RequestLink
        schema={RequestReset}
        what="POST /auth/password-reset/request"
        button={t`Send link`}
        onAsked={() => setAsked(true)}
      />
      <Back to={withNext("/login", next)} className="mt-4">{t`Back to login`}</Back>
    </AuthFrame>
  )
}
