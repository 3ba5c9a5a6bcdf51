import { useState } from "react"
import type { SecondStep, SignedIn } from "#contract/accounts.ts"
import { loginTexts } from "#contract/memberText.ts"
import { SecondStepCode } from "#contract/secondFactor.ts"
import { t } from "#contract/t.ts"
import { ApiError, call, explain } from "../../platform/api/client.ts"
import { useSending, useZodForm } from "../../platform/forms/form.ts"
import { SentForm } from "../../platform/forms/SentForm.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { CodeField } from "./CodeField.tsx"
import { getPasskey, hasPasskeys, PasskeyCancelled, passkeyObstacle } from "./passkeys.ts"

interface SecondStepFormProps {
  step: SecondStep["second_step"]
  onSignedIn(answer: SignedIn): Promise<void>
  /** Returns to the password. */
  onCancel(): void
}

/** The second step of a sign-in: a passkey, a code of the app, or a recovery code. */
export function SecondStepForm({ step, onSignedIn, onCancel }: SecondStepFormProps) {
  const form = useZodForm(SecondStepCode, { token: step.token, code: "" }, "onSubmit")
  const { errors, isSubmitting } = form.formState
  const { submit, failure } = useSending(form, async (body) =>
    onSignedIn(await call("POST /auth/second-step", { body })),
  )
  const hasApp = step.methods.includes("totp")
  const hasPasskey = step.methods.includes("passkey") && hasPasskeys()
  const passkey = usePasskeySignIn(
    () => call("POST /auth/passkey/options", { body: { token: step.token } }),
    onSignedIn,
  )
  return (
    <SentForm onSubmit={submit} failure={passkey.failure ?? failure} className="mt-6">
      <p className="text-ink-2">
        {hasApp
          ? t`Enter the 6 digits of your authenticator app. You can also use a recovery code.`
          : hasPasskey
            ? t`Use your passkey to finish logging in. You can also use a recovery code.`
            : t`Enter one of your recovery codes to finish logging in.`}
      </p>
      {hasPasskey && (
        <Button
          variant={hasApp ? "outline" : "primary"}
          busy={passkey.busy}
          onClick={() => void passkey.start()}
        >{t`Use a passkey`}</Button>
      )}
      <CodeField
        label={hasApp ? t`Code` : t`Recovery code`}
        inputMode={hasApp ? undefined : "text"}
        autoFocus={hasApp || !hasPasskey}
        error={errors.code?.message}
        {...form.register("code")}
      />
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          variant={hasPasskey && !hasApp ? "outline" : "primary"}
          busy={isSubmitting}
          className="grow"
        >{t`Continue`}</Button>
        <Button variant="outline" onClick={onCancel}>{t`Back`}</Button>
      </div>
    </SentForm>
  )
}

/** Signs in with a passkey. Closing the browser's dialog is not a failure. */
export function usePasskeySignIn(
  ask: () => Promise<Parameters<typeof getPasskey>[0]>,
  onSignedIn: (answer: SignedIn, remember: boolean) => Promise<void>,
  remember = () => false,
) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const start = async () => {
    const obstacle = passkeyObstacle(location)
    setFailure(obstacle ?? undefined)
    if (obstacle) return
    setBusy(true)
    try {
      const credential = await getPasskey(await ask())
      const remember_me = remember()
      await onSignedIn(await call("POST /auth/passkey", { body: { ...credential, remember_me } }), remember_me)
    } catch (error) {
      if (!(error instanceof PasskeyCancelled)) setFailure(reasonOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, failure, start }
}

/** Errors of a passkey have a message that can be shown. */
export const reasonOf = (error: unknown) =>
  error instanceof Error && error.constructor === Error ? error.message : explain(error)

export function whySignInFailed(error: unknown): string {
  const isWrong = error instanceof ApiError && error.status === 401
  return isWrong ? loginTexts.failed : explain(error)
}
