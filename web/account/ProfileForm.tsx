import { useState } from "react"
import { useWatch } from "react-hook-form"
import { Email, FullName, RegionField, type User } from "#contract/accounts.ts"
import { accountTexts } from "#contract/texts.ts"
import { ApiError, call, explain } from "../api/client.ts"
import { know } from "../session/session.ts"
import { Button } from "../ui/Button.tsx"
import { TextField } from "../ui/Field.tsx"
import { Notice } from "../ui/Notice.tsx"
import { toast } from "../ui/toast.tsx"
import { z } from "../ui/zod.ts"
import { placeErrors, useZodForm } from "./form.ts"
import { PasswordField } from "./PasswordField.tsx"
import { RegionSelect } from "./RegionSelect.tsx"

const Form = z.object({ full_name: FullName, email: Email, region: RegionField, current_password: z.string() })

/** A new address waits for its owner to confirm it, and is asked for with the password. */
export function ProfileForm({ user }: { user: User }) {
  const form = useZodForm(Form, {
    full_name: user.full_name,
    email: user.email,
    region: user.region as never,
    current_password: "",
  })
  const [failure, setFailure] = useState<string>()
  const email = useWatch({ control: form.control, name: "email" })
  const changesAddress = email.trim().toLowerCase() !== user.email
  const { errors, isSubmitting } = form.formState
  const save = form.handleSubmit(async ({ full_name, region, email, current_password }) => {
    setFailure(undefined)
    if (changesAddress && !current_password) {
      return form.setError("current_password", { message: "Please enter your password." }, { shouldFocus: true })
    }
    try {
      const body = { full_name, region, ...(changesAddress ? { email, current_password } : {}) }
      know(await call<User>("PATCH /auth/me", { body }))
      toast(accountTexts.profileSaved, { kind: "success" })
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
        <Notice kind="danger" title={accountTexts.profileFailed}>
          {failure}
        </Notice>
      )}
      <TextField
        label="Full Name"
        autoComplete="name"
        error={errors.full_name?.message}
        {...form.register("full_name")}
      />
      <RegionSelect error={errors.region?.message} {...form.register("region")} />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        hint={
          user.pending_email
            ? `Waits to be confirmed: ${user.pending_email}`
            : changesAddress
              ? "We send a letter with a link to the new address. It is used from when you open it."
              : undefined
        }
        error={errors.email?.message}
        {...form.register("email")}
      />
      {changesAddress && (
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          hint="Asked for because you change your address."
          error={errors.current_password?.message}
          {...form.register("current_password")}
        />
      )}
      <Button type="submit" busy={isSubmitting} className="justify-self-start">
        Save profile
      </Button>
    </form>
  )
}
