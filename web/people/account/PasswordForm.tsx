import { useQueryClient } from "@tanstack/react-query"
import { useWatch } from "react-hook-form"
import { NewPassword, PasswordInput } from "#contract/accounts.ts"
import { accountTexts } from "#contract/memberText.ts"
import { t } from "#contract/t.ts"
import { ApiError, call, explain } from "../../platform/api/client.ts"
import { refetchUser } from "../../platform/auth/user.ts"
import { useSending, useZodForm } from "../../platform/forms/form.ts"
import { SentForm } from "../../platform/forms/SentForm.tsx"
import { Button } from "../../platform/ui/Button.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { z } from "../../platform/ui/zod.ts"
import { PasswordField } from "./PasswordField.tsx"
import { PasswordRules } from "./PasswordRules.tsx"

const Form = z
  .object({ current_password: PasswordInput, new_password: NewPassword, repeated: z.string() })
  .refine((values) => values.new_password === values.repeated, {
    path: ["repeated"],
    message: accountTexts.passwordsDiffer,
  })

export function PasswordForm() {
  const client = useQueryClient()
  const form = useZodForm(Form, { current_password: "", new_password: "", repeated: "" })
  const [current, wanted, repeated] = useWatch({
    control: form.control,
    name: ["current_password", "new_password", "repeated"],
  })
  const { errors, isDirty, isSubmitting, touchedFields } = form.formState
  // The schema compares the two only if everything else is valid; this check is immediate.
  const differs = touchedFields.repeated && repeated !== "" && repeated !== wanted
  const { submit, failure } = useSending(form, async ({ current_password, new_password }) => {
    await call("POST /auth/change-password", { body: { current_password, new_password } }).catch(showRefusal)
    // A new password also cancels a pending change of the address.
    void refetchUser(client)
    const description = t`Your other devices have been logged out.`
    toast(accountTexts.passwordSaved, { kind: "success", key: "password", description })
    return () => form.reset()
  })
  return (
    <SentForm
      onSubmit={submit}
      failed={accountTexts.passwordFailed}
      failure={failure}
      isDirty={isDirty && !isSubmitting}
      className="mt-3 max-w-[28rem]"
    >
      <PasswordField
        label={t`Current password`}
        autoComplete="current-password"
        error={errors.current_password?.message}
        {...form.register("current_password")}
      />
      <div>
        <PasswordField
          label={t`New password`}
          autoComplete="new-password"
          error={errors.new_password?.message}
          {...form.register("new_password", { onChange: () => form.trigger("new_password") })}
        />
        <PasswordRules password={wanted} />
      </div>
      <PasswordField
        label={t`Confirm new password`}
        autoComplete="new-password"
        error={differs ? accountTexts.passwordsDiffer : errors.repeated?.message}
        {...form.register("repeated")}
      />
      <Button
        type="submit"
        busy={isSubmitting}
        disabled={!current || !wanted}
        className="justify-self-start"
      >{t`Update password`}</Button>
    </SentForm>
  )
}

/** Shows a refusal in a toast as well as at the field. */
function showRefusal(error: unknown): never {
  if (error instanceof ApiError && error.status === 403) {
    toast(accountTexts.passwordChangeFailed, { kind: "error", key: "password", description: explain(error) })
  }
  throw error
}
