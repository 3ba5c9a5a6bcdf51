import "../ui/zod.ts"
import { RequestVerification, type User } from "#contract/accounts.ts"
import { call } from "../api/client.ts"
import { know, readToken, useSession } from "../session/session.ts"
import { titled } from "../shell/shop.ts"
import { ButtonLink } from "../ui/Button.tsx"
import { Notice } from "../ui/Notice.tsx"
import { AskForLink } from "./AskForLink.tsx"
import { AuthFrame } from "./AuthFrame.tsx"
import { SpentCode } from "./SpentCode.tsx"
import { useSpentCode } from "./useSpentCode.ts"

export const meta = () => [
  { title: titled("Confirm your address") },
  { name: "description", content: "Confirm the e-mail address of your account." },
  { name: "robots", content: "noindex" },
]

export default function VerifyEmail() {
  const { user } = useSession()
  const { state, spend } = useSpentCode("/auth/verify-email/confirm", refreshMe)
  return (
    <AuthFrame title="Confirm your address">
      <SpentCode state={state} doing="Confirming your address" retry={spend}>
        <Notice kind="success">Thank you. This address is confirmed.</Notice>
        {user ? <ButtonLink to="/dashboard">Go to dashboard</ButtonLink> : <ButtonLink to="/login">Sign In</ButtonLink>}
      </SpentCode>
      {state.step === "bad" && (
        <AskForLink
          schema={RequestVerification}
          path="/auth/verify-email/request"
          button="Send a new link"
          email={user?.pending_email ?? user?.email}
        />
      )}
    </AuthFrame>
  )
}

async function refreshMe(): Promise<void> {
  if (readToken()) await call<User>("GET /auth/me").then(know, () => undefined)
}
