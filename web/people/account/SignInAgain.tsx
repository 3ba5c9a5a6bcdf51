import { useEffect, useState } from "react"
import { Login, type SecondStep, type SignedIn, type User } from "#contract/accounts.ts"
import { loginTexts } from "#contract/memberText.ts"
import { t } from "#contract/t.ts"
import { call } from "../../platform/api/client.ts"
import { queries } from "../../platform/api/queries.ts"
import { useSending, useZodForm } from "../../platform/forms/form.ts"
import { SentForm } from "../../platform/forms/SentForm.tsx"
import { inLanguage } from "../../platform/language.ts"
import { enter, followSession, leave, readToken, snapshot } from "../../platform/session/session.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import { PasswordField } from "./PasswordField.tsx"
import { SecondStepForm, usePasskeySignIn, whySignInFailed } from "./SecondStepForm.tsx"

interface SignInAgainProps {
  /** The user whose session has ended. */
  user: User
  remember: boolean
  onEnd(isSignedIn: boolean): void
}

/** Asks to sign in again over a page with unsaved input, after its session has ended. */
export function SignInAgain({ user, remember, onEnd }: SignInAgainProps) {
  const [open, setOpen] = useState(true)
  const [step, setStep] = useState<SecondStep["second_step"]>()
  const end = (isSignedIn: boolean) => {
    setOpen(false)
    onEnd(isSignedIn)
  }
  // The person has signed in, here or in another tab of this browser.
  useEffect(() =>
    followSession(() => {
      if (snapshot().status === "guest") return end(false)
      if (!readToken()) return
      if (snapshot().user?.uuid !== user.uuid) return location.assign(inLanguage("/"))
      end(true)
      void queries().invalidateQueries()
    }),
  )
  const goOn = async (answer: SignedIn) => enter(answer, remember)
  return (
    <Dialog open={open} onClose={() => end(false)} title={loginTexts.sessionEnded}>
      <p className="wrap-anywhere text-ink-2">{loginTexts.logInAgain(user.email)}</p>
      {step ? (
        <SecondStepForm step={step} onSignedIn={goOn} onCancel={() => setStep(undefined)} />
      ) : (
        <FirstStep user={user} remember={remember} onStep={setStep} onSignedIn={goOn} />
      )}
    </Dialog>
  )
}

interface FirstStepProps extends Omit<SignInAgainProps, "onEnd"> {
  onStep(step: SecondStep["second_step"]): void
  onSignedIn(answer: SignedIn): Promise<void>
}

function FirstStep({ user, remember, onStep, onSignedIn }: FirstStepProps) {
  const form = useZodForm(Login, { email: user.email, password: "", remember_me: remember }, "onSubmit")
  const { errors, isSubmitting } = form.formState
  const { submit, failure } = useSending(
    form,
    async (body) => {
      const answer = await call("POST /auth/login", { body })
      if ("second_step" in answer) onStep(answer.second_step)
      else await onSignedIn(answer)
    },
    whySignInFailed,
  )
  const passkey = usePasskeySignIn(
    () => call("POST /auth/passkey/options", { body: {} }),
    onSignedIn,
    () => remember,
  )
  return (
    <SentForm onSubmit={submit} failure={passkey.failure ?? failure} className="mt-6">
      <PasswordField
        label={t`Password`}
        autoComplete="current-password"
        autoFocus
        error={errors.password?.message}
        {...form.register("password")}
      />
      <div className="grid gap-3">
        <Button type="submit" busy={isSubmitting} className="w-full">{t`Log in`}</Button>
        <Button
          variant="outline"
          busy={passkey.busy}
          onClick={() => void passkey.start()}
          className="w-full"
        >{t`Use a passkey`}</Button>
        <Button variant="outline" onClick={leave} className="w-full">{t`Leave without saving`}</Button>
      </div>
    </SentForm>
  )
}
