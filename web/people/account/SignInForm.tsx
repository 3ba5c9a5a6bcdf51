import { useState } from "react"
import { Login, type SecondStep, type SignedIn } from "#contract/accounts.ts"
import { loginTexts } from "#contract/memberText.ts"
import type { PasskeyOptions } from "#contract/secondFactor.ts"
import { t } from "#contract/t.ts"
import { call } from "../../platform/api/client.ts"
import { useSending, useZodForm } from "../../platform/forms/form.ts"
import { SentForm } from "../../platform/forms/SentForm.tsx"
import { Link, useNavigate } from "../../platform/router.ts"
import { enter } from "../../platform/session/session.ts"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { CheckField } from "../../platform/ui/CheckField.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { mergeGuestCart } from "../../shopfront/cart/cart.ts"
import { EmailField } from "./EmailField.tsx"
import { afterSignIn, nextHere, withNext } from "./next.ts"
import { PasswordField } from "./PasswordField.tsx"
import { SecondStepForm, usePasskeySignIn, whySignInFailed } from "./SecondStepForm.tsx"

interface SignInFormProps {
  next: string | null
  /** The email address of an account that was just created. */
  registered?: string
  /** True if a page that needs an account led here. */
  isNeeded?: boolean
}

export function SignInForm({ next, registered, isNeeded }: SignInFormProps) {
  const navigate = useNavigate()
  const [step, setStep] = useState<SecondStep["second_step"]>()
  const form = useZodForm(Login, { email: registered ?? "", password: "", remember_me: false })
  const { errors, isSubmitting } = form.formState
  const { submit, failure } = useSending(form, signIn, whySignInFailed)
  const remembered = () => form.getValues("remember_me") ?? false
  const passkey = usePasskeySignIn(askPasskey, goOn, remembered)

  async function signIn(body: Login): Promise<void> {
    // Otherwise the page's own redirect for visitors who are signed in would follow this one.
    await window.handover
    const answer = await call("POST /auth/login", { body })
    if ("second_step" in answer) return setStep(answer.second_step)
    await goOn(answer)
  }

  async function goOn(answer: SignedIn): Promise<void> {
    enter(answer, remembered())
    toast(loginTexts.success, { kind: "success" })
    if (answer.user.role === "user") await mergeGuestCart()
    await navigate(afterSignIn(answer.user.role, nextHere()), { replace: true })
  }

  if (step) return <SecondStepForm step={step} onSignedIn={goOn} onCancel={() => setStep(undefined)} />
  return (
    <SentForm onSubmit={submit} failure={passkey.failure ?? failure} className="mt-6">
      {isNeeded && !registered ? (
        <Alert kind="info">{t`This page needs an account. Log in, and you'll return to it.`}</Alert>
      ) : (
        <p className="text-ink-2">{t`Log in to check out, track orders and chat.`}</p>
      )}
      {registered && !failure && <Alert kind="success">{loginTexts.registered}</Alert>}
      <EmailField autoComplete="username" error={errors.email?.message} {...form.register("email")} />
      <PasswordField
        label={t`Password`}
        autoComplete="current-password"
        aria-required
        error={errors.password?.message}
        {...form.register("password")}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <CheckField label={t`Remember me`} {...form.register("remember_me")} />
        <Link
          to={withNext("/forgot-password", next)}
          data-next
          className="link inline-flex min-h-11 items-center text-ui"
        >{t`Forgot password?`}</Link>
      </div>
      <div className="grid gap-3">
        <Button type="submit" busy={isSubmitting} className="w-full">{t`Sign In`}</Button>
        <Button
          variant="outline"
          busy={passkey.busy}
          onClick={() => void passkey.start()}
          className="w-full"
        >{t`Use a passkey`}</Button>
      </div>
      <Link
        to="/orders/lookup"
        className="link inline-flex min-h-11 items-center justify-self-start text-ui"
      >{t`Track an order without logging in`}</Link>
    </SentForm>
  )
}

async function askPasskey(): Promise<PasskeyOptions> {
  await window.handover
  return call("POST /auth/passkey/options", { body: {} })
}
