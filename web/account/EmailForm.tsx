import { Email, GivenPassword, type User } from "#contract/accounts.ts"
import { accountTexts } from "#contract/texts.ts"
import { call } from "../api/client.ts"
import { know } from "../session/session.ts"
import { Button } from "../ui/Button.tsx"
import { TextField } from "../ui/Field.tsx"
import { z } from "../ui/zod.ts"
import { useSending, useZodForm } from "./form.ts"
import { PasswordField } from "./PasswordField.tsx"
import { PendingAddress } from "./PendingAddress.tsx"
import { SentForm } from "./SentForm.tsx"

const Form = z.object({ email: Email, current_password: GivenPassword })

/** A new address waits for its owner to confirm it, and is asked for with the password. */
export function EmailForm({ user }: { user: User }) {
  const form = useZodForm(Form, { email: "", current_password: "" })
  const { errors, isSubmitting } = form.formState
  const { submit, failure } = useSending(form, async (body) => {
    if (body.email === user.email) return form.setError("email", { message: accountTexts.sameAddress })
    know(await call<User>("PATCH /auth/me", { body }))
    form.reset()
  })
  return (
    <>
      <p className="mt-3 text-ink-2">
        You sign in with <strong className="wrap-anywhere font-semibold text-ink">{user.email}</strong>.
      </p>
      {user.pending_email && <PendingAddress key={user.pending_email} user={user} address={user.pending_email} />}
      <SentForm onSubmit={submit} failed={accountTexts.profileFailed} failure={failure} className="mt-5">
        <TextField
          label="New email address"
          type="email"
          autoComplete="email"
          hint="We send a letter with a link to the new address. It is used from when you open it."
          error={errors.email?.message}
          {...form.register("email")}
        />
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          error={errors.current_password?.message}
          {...form.register("current_password")}
        />
        <Button type="submit" look="outline" busy={isSubmitting} className="justify-self-start">
          Change email address
        </Button>
      </SentForm>
    </>
  )
}
