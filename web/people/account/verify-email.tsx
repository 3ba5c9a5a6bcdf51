import { t } from "#contract/t.ts"
import "../../platform/ui/zod.ts"
import { RequestVerification } from "#contract/accounts.ts"
import { call } from "../../platform/api/client.ts"
import { titled } from "../../platform/meta/shop.ts"
import { know, readToken, useSession } from "../../platform/session/session.ts"
import { Alert } from "../../platform/ui/Alert.tsx"
import { ButtonLink } from "../../platform/ui/Button.tsx"
import { AuthFrame } from "./AuthFrame.tsx"
import { PendingAddress } from "./PendingAddress.tsx"
import { RequestLink } from "./RequestLink.tsx"
import { SpentCode } from "./SpentCode.tsx"
import { useSpentCode } from "./useSpentCode.ts"

export const meta = () => [
  { title: titled(t`Confirm your address`) },
  { name: "description", content: t`Confirm the email address of your account.` },
  { name: "robots", content: "noindex" },
]

export default function VerifyEmail() {
  const { user } = useSession()
  const { state, spend } = useSpentCode("POST /auth/verify-email/confirm", refreshMe)
  return (
    <AuthFrame title={t`Confirm your address`}>
      <SpentCode state={state} doing={t`Confirming your address`} retry={spend}>
        <Alert kind="success" title={t`Thank you. Your email address is confirmed.`}>
          {user && t`You log in with ${user.email}.`}
        </Alert>
      </SpentCode>
      {(state.step === "done" || state.step === "already") && (
        <div className="mt-5 grid">
          {user ? (
            <ButtonLink to="/dashboard">{t`Go to dashboard`}</ButtonLink>
          ) : (
            <ButtonLink to="/login">{t`Log in`}</ButtonLink>
          )}
        </div>
      )}
      {state.step === "bad" && user?.pending_email && (
        <PendingAddress key={user.pending_email} user={user} address={user.pending_email} />
      )}
      {state.step === "bad" && !user?.pending_email && (
        <RequestLink
          schema={RequestVerification}
          what="POST /auth/verify-email/request"
          button={t`Send new link`}
          email={user?.email}
        />
      )}
    </AuthFrame>
  )
}

async function refreshMe(): Promise<void> {
  if (readToken()) await call("GET /auth/me").then(know, () => undefined)
}
