import { FullName, RegionField, type User } from "#contract/accounts.ts"
import { accountTexts } from "#contract/texts.ts"
import { call } from "../api/client.ts"
import { know } from "../session/session.ts"
import { Button } from "../ui/Button.tsx"
import { TextField } from "../ui/Field.tsx"
import { toast } from "../ui/toast.tsx"
import { z } from "../ui/zod.ts"
import { useSending, useZodForm } from "./form.ts"
import { RegionSelect } from "./RegionSelect.tsx"
import { SentForm } from "./SentForm.tsx"

const Form = z.object({ full_name: FullName, region: RegionField })

export function ProfileForm({ user }: { user: User }) {
  const form = useZodForm(Form, { full_name: user.full_name, region: user.region as never })
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
        error={errors.full_name?.message}
        {...form.register("full_name")}
      />
      <RegionSelect error={errors.region?.message} {...form.register("region")} />
      <Button type="submit" busy={isSubmitting} className="justify-self-start">
        Save profile
      </Button>
    </SentForm>
  )
}
