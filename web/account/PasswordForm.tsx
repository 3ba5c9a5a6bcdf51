import { useWatch } from "react-hook-form"
import { GivenPassword, NewPassword } from "#contract/accounts.ts"
import { accountTexts } from "#contract/texts.ts"
import { ApiError, call, explain } from "../api/client.ts"
import { Button } from "../ui/Button.tsx"
import { toast } from "../ui/toast.tsx"
import { z } from "../ui/zod.ts"
import { useSending, useZodForm } from "./form.ts"
import { PasswordField } from "./PasswordField.tsx"
import { PasswordRules } from "./PasswordRules.tsx"
import { SentForm } from "./SentForm.tsx"

const Form = z
  .object({ current_password: GivenPassword, new_password: NewPassword, repeated: z.string() })
  .refine((values) => values.new_password === values.repeated, {
    path: ["repeated"],
    message: accountTexts.passwordsDiffer,
  })

export function PasswordForm() {
  const form = useZodForm(Form, { current_password: "", new_password: "", repeated: "" })
  const [current, wanted, repeated] = useWatch({
    control: form.control,
    name: ["current_password", "new_password", "repeated"],
  })
  const { errors, isSubmitting, touchedFields } = form.formState
  // The schema compares the two only when nothing else is wrong; people are told at once.
  const differs = touchedFields.repeated && repeated !== "" && repeated !== wanted
  const { submit, failure } = useSending(form, async ({ current_password, new_password }) => {
    await call("POST /auth/change-password", { body: { current_password, new_password } }).catch(tellRefusal)
    form.reset()
    toast(accountTexts.passwordSaved, { kind: "success", description: "Your other devices were signed out." })
  })
  return (
    <SentForm onSubmit={submit} failed={accountTexts.passwordFailed} failure={failure} className="mt-4">
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        error={errors.current_password?.message}
        {...form.register("current_password")}
      />
      <div>
        <PasswordField
          label="New password"
          autoComplete="new-password"
          error={errors.new_password?.message}
          {...form.register("new_password", { onChange: () => form.trigger("new_password") })}
        />
        <PasswordRules password={wanted} />
      </div>
      <PasswordField
        label="New password, once more"
        autoComplete="new-password"
        error={differs ? accountTexts.passwordsDiffer : errors.repeated?.message}
        {...form.register("repeated")}
      />
      <Button type="submit" busy={isSubmitting} disabled={!current || !wanted} className="justify-self-start">
        Update password
      </Button>
    </SentForm>
  )
}

/** Refused, and not merely failed: it is said aloud, and at its field. */
function tellRefusal(error: unknown): never {
  if (error instanceof ApiError && error.status === 403) {
    toast(accountTexts.passwordChangeFailed, { kind: "error", description: explain(error) })
  }
  throw error
}
