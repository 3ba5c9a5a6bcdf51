import { useWatch } from "react-hook-form"
import { ConfirmReset } from "#contract/accounts.ts"
import { t } from "#contract/t.ts"
import { call } from "../../platform/api/client.ts"
import { useSending, useZodForm } from "../../platform/forms/form.ts"
import { SentForm } from "../../platform/forms/SentForm.tsx"
import { Alert } from "../../platform/ui/Alert.tsx"
import { Button, ButtonLink } from "../../platform/ui/Button.tsx"
import { PasswordField } from "./PasswordField.tsx"
import { PasswordRules } from "./PasswordRules.tsx"
import { isBadCode } from "./useSpentCode.ts"

const Form = ConfirmReset.pick({ new_password: true })

interface NewPasswordFormProps {
  what?: "POST /auth/password-reset/confirm" | "POST /auth/invitation/accept"
  code: string
  /** The address of the account where it is known, for the browser's list of passwords. */
  email?: string
  onDone(): void
  onBadCode(error: unknown): void
}

export function NewPasswordForm(props: NewPasswordFormProps) {
  const { what = "POST /auth/password-reset/confirm", code, email, onDone, onBadCode } = props
  const form = useZodForm(Form, { new_password: "" })
  const password = useWatch({ control: form.control, name: "new_password" })
  const { errors, isSubmitting } = form.formState
  const { submit, failure } = useSending(form, async ({ new_password }) => {
    try {
      await call(what, { body: { oob_code: code, new_password } })
      onDone()
    } catch (error) {
      if (!isBadCode(error)) throw error
      onBadCode(error)
    }
  })
  return (
    <SentForm onSubmit={submit} failure={failure} className="mt-6">
      {email && <input type="hidden" autoComplete="username" value={email} readOnly />}
      <div>
        <PasswordField
          label={t`New password`}
          autoComplete="new-password"
          aria-required
          error={errors.new_password?.message}
          {...form.register("new_password", { onChange: () => form.trigger("new_password") })}
        />
        <PasswordRules password={password} />
      </div>
      <Button type="submit" busy={isSubmitting} className="w-full">{t`Set new password`}</Button>
    </SentForm>
  )
}

export function NewPasswordSet() {
  return (
    <div className="mt-6 grid gap-5">
      <Alert kind="success">{t`Your new password is set. Your other devices have been logged out.`}</Alert>
      <ButtonLink to="/login">{t`Log in`}</ButtonLink>
    </div>
  )
}
