import { t } from "#contract/t.ts"
import "../../platform/ui/zod.ts"
import { useEffect } from "react"
import { useLocation, useSearchParams } from "react-router"
import { loginTexts } from "#contract/memberText.ts"
import { titled } from "../../platform/meta/shop.ts"
import { homeOf } from "../../platform/navigation/links.ts"
import { type Address, Link, useNavigate } from "../../platform/router.ts"
import { snapshot } from "../../platform/session/session.ts"
import { cx } from "../../platform/ui/cx.ts"
import { AuthFrame } from "./AuthFrame.tsx"
import { nextHere, sameSitePath, useNext, withNext } from "./next.ts"
import { RegisterForm } from "./RegisterForm.tsx"
import { SignInForm } from "./SignInForm.tsx"

export const meta = () => [
  { title: titled(t`Log in`) },
  { name: "description", content: t`Log in to your account or create a new one.` },
  { name: "robots", content: "noindex" },
]

export default function Login() {
  const [params] = useSearchParams()
  const next = useNext()
  const { state } = useLocation()
  const registering = params.get("mode") === "register"
  useLeaveWhenSignedIn()
  return (
    <AuthFrame
      title={registering ? loginTexts.registerTitle : loginTexts.signInTitle}
      above={<Toggle registering={registering} next={next} />}
    >
      {registering ? (
        <RegisterForm />
      ) : (
        <SignInForm next={next} registered={state?.registered} isNeeded={state?.needed === true} />
      )}
    </AuthFrame>
  )
}

/** Redirects signed-in visitors. */
function useLeaveWhenSignedIn(): void {
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only on arrival; the form itself redirects after a sign-in
  useEffect(() => {
    void Promise.resolve(window.handover).then(() => {
      const { user } = snapshot()
      if (user) navigate(sameSitePath(nextHere()) ?? homeOf(user.role), { replace: true })
    })
  }, [])
}

function Toggle({ registering, next }: { registering: boolean; next: string | null }) {
  return (
    <nav aria-label={t`Log in or create an account`} className="mb-8 grid grid-cols-2 rounded-card bg-sunken p-1">
      <Choice chosen={!registering} to={withNext("/login", next)}>{t`Sign In`}</Choice>
      <Choice
        chosen={registering}
        to={`/login?${new URLSearchParams({ mode: "register", ...(next && { next }) })}`}
      >{t`Create Account`}</Choice>
    </nav>
  )
}

function Choice({ chosen, to, children }: { chosen: boolean; to: Address; children: string }) {
  return (
    <Link
      to={to}
      replace
      preventScrollReset
      data-next
      aria-current={chosen ? "page" : undefined}
      className={cx(
        "flex min-h-11 items-center justify-center rounded-card border px-2 text-center font-semibold text-ui",
        chosen ? "border-line bg-surface text-ink" : "edgeless text-ink-2 hover:text-ink",
      )}
    >
      {children}
    </Link>
  )
}
