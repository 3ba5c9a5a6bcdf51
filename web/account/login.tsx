import "../ui/zod.ts"
import { useEffect } from "react"
import { Link, useLocation, useNavigate, useSearchParams } from "react-router"
import { loginTexts } from "#contract/texts.ts"
import { snapshot } from "../session/session.ts"
import { homeOf } from "../shell/Guard.tsx"
import { titled } from "../shell/shop.ts"
import { cx } from "../ui/cx.ts"
import { AuthFrame } from "./AuthFrame.tsx"
import { sameSitePath } from "./next.ts"
import { RegisterForm } from "./RegisterForm.tsx"
import { SignInForm } from "./SignInForm.tsx"

export const meta = () => [
  { title: titled("Sign in") },
  { name: "description", content: "Sign in to your account, or create one." },
  { name: "robots", content: "noindex" },
]

export default function Login() {
  const [params] = useSearchParams()
  const next = params.get("next")
  const { state } = useLocation()
  const registering = params.get("mode") === "register"
  useLeaveWhenSignedIn(next)
  return (
    <AuthFrame
      title={registering ? loginTexts.registerTitle : loginTexts.signInTitle}
      above={<Toggle registering={registering} next={next} />}
    >
      {registering ? <RegisterForm next={next} /> : <SignInForm next={next} registered={state?.registered} />}
    </AuthFrame>
  )
}

/** Somebody who comes here signed in already has nothing to do here. */
function useLeaveWhenSignedIn(next: string | null): void {
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on arrival; the form itself leads on after a sign-in
  useEffect(() => {
    const { user } = snapshot()
    if (user) navigate(sameSitePath(next) ?? homeOf(user.role), { replace: true })
  }, [])
}

function Toggle({ registering, next }: { registering: boolean; next: string | null }) {
  const kept: Record<string, string> = next ? { next } : {}
  return (
    <nav aria-label="Sign in or create an account" className="mb-8 grid grid-cols-2 rounded-input bg-sunken p-1">
      <Choice chosen={!registering} to={`/login?${new URLSearchParams(kept)}`}>
        Sign In
      </Choice>
      <Choice chosen={registering} to={`/login?${new URLSearchParams({ mode: "register", ...kept })}`}>
        Create Account
      </Choice>
    </nav>
  )
}

function Choice({ chosen, to, children }: { chosen: boolean; to: string; children: string }) {
  return (
    <Link
      to={to.replace(/\?$/, "")}
      replace
      preventScrollReset
      aria-current={chosen ? "page" : undefined}
      className={cx(
        "flex min-h-11 items-center justify-center rounded-card border px-2 text-center font-semibold text-ui",
        chosen ? "border-line bg-surface text-ink" : "border-transparent text-ink-2 hover:text-ink",
      )}
    >
      {children}
    </Link>
  )
}
