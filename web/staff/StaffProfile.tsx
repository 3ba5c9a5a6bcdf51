import { FullName, type User } from "#contract/accounts.ts"
import { accountTexts } from "#contract/texts.ts"
import { useSending, useZodForm } from "../account/form.ts"
import { SentForm } from "../account/SentForm.tsx"
import { call } from "../api/client.ts"
import { know } from "../session/session.ts"
import { Button } from "../ui/Button.tsx"
import { TextField } from "../ui/Field.tsx"
import { toast } from "../ui/toast.tsx"
import { z } from "../ui/zod.ts"

const Form = z.object({ full_name: FullName })

/** Members see this name above what a moderator writes. */
export function StaffProfile({ user }: { user: User }) {
  const form = useZodForm(Form, { full_name: user.full_name })
  const { errors, isSubmitting } = form.formState
  const { submit, failure } = useSending(form, async (body) => {
    know(await call<User>("PATCH /auth/me", { body }))
    toast(accountTexts.profileSaved, { kind: "success" })
  })
  return (
    <SentForm onSubmit={submit} failed={accountTexts.profileFailed} failure={failure} className="mt-4">
      <TextField
        label="Full Name"
        autoComplete="name"
        hint={user.role === "moderator" ? "Members see it above what you write." : undefined}
        error={errors.full_name?.message}
        {...form.register("full_name")}
      />
      <Button type="submit" busy={isSubmitting} className="justify-self-start">
        Save profile
      </Button>
    </SentForm>
  )
}
