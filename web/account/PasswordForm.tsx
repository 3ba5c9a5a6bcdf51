import { useState } from "react"
import { useWatch } from "react-hook-form"
import { GivenPassword, NewPassword } from "#contract/accounts.ts"
import { accountTexts } from "#contract/texts.ts"
import { ApiError, call, explain } from "../api/client.ts"
import { Button } from "../ui/Button.tsx"
import { Notice } from "../ui/Notice.tsx"
import { toast } from "../ui/toast.tsx"
import { z } from "../ui/zod.ts"
import { placeErrors, useZodForm } from "./form.ts"
import { PasswordField } from "./PasswordField.tsx"
import { PasswordRules } from "./PasswordRules.tsx"

const Form = z
  .object({ current_password: GivenPassword, new_password: NewPassword, repeated: z.string() })
  .refine((values) => values.new_password === values.repeated, {
    path: ["repeated"],
    message: accountTexts.passwordsDiffer,
  })

export function PasswordForm() {
  const form = useZodForm(Form, { current_password: "", new_password: "", repeated: "" })
  const [failure, setFailure] = useState<string>()
  const [current, wanted] = useWatch({ control: form.control, name: ["current_password", "new_password"] })
  const { errors, isSubmitting } = form.formState
  const save = form.handleSubmit(async ({ current_password, new_password }) => {
    setFailure(undefined)
    try {
      await call("POST /auth/change-password", { body: { current_password, new_password } })
      form.reset()
      toast(accountTexts.passwordSaved, { kind: "success", description: "Your other devices were signed out." })
    } catch (error) {
      if (error instanceof ApiError && error.code === "WRONG_PASSWORD") {
        return form.setError("current_password", { message: error.detail ?? "" }, { shouldFocus: true })
      }
      if (!placeErrors(form, error)) setFailure(explain(error))
    }
  })
  return (
    <form noValidate onSubmit={save} className="mt-4 grid gap-5">
      {failure && (
        <Notice kind="danger" title={accountTexts.passwordFailed}>
          {failure}
        </Notice>
      )}
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
        error={errors.repeated?.message}
        {...form.register("repeated")}
      />
      <Button type="submit" busy={isSubmitting} disabled={!current || !wanted} className="justify-self-start">
        Update password
      </Button>
    </form>
  )
}
