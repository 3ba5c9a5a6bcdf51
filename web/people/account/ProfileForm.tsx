import { FullName, RegionField, type User } from "#contract/accounts.ts"
import { accountTexts } from "#contract/memberText.ts"
import { t } from "#contract/t.ts"
import { call } from "../../platform/api/client.ts"
import { draftOf } from "../../platform/forms/drafts.ts"
import { useSending, useZodForm } from "../../platform/forms/form.ts"
import { SentForm } from "../../platform/forms/SentForm.tsx"
import { know } from "../../platform/session/session.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { cx } from "../../platform/ui/cx.ts"
import { TextField } from "../../platform/ui/Field.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { z } from "../../platform/ui/zod.ts"
import { RegionSelect } from "./RegionSelect.tsx"

const Form = z.object({ full_name: FullName, region: RegionField.optional() })

/** Only customers have a region. Members see a moderator's name above the moderator's messages. */
export function ProfileForm({ user }: { user: User }) {
  const isCustomer = user.role === "user"
  const form = useZodForm(Form, { full_name: user.full_name, ...(isCustomer ? { region: user.region as never } : {}) })
  const { errors, isDirty, isSubmitting } = form.formState
  const { submit, failure } = useSending(form, async (body) => {
    know(await call("PATCH /auth/me", { body }))
    form.reset(body)
    toast(accountTexts.profileSaved, { kind: "success" })
  })
  return (
    <SentForm
      onSubmit={submit}
      failed={accountTexts.profileFailed}
      failure={failure}
      isDirty={isDirty && !isSubmitting}
      draft={draftOf(form, "profile")}
      className={cx("mt-2", isCustomer && "sm:grid-cols-2")}
    >
      <TextField
        label={t`Full Name`}
        autoComplete="name"
        hint={user.role === "moderator" ? t`Members see it above your messages.` : undefined}
        error={errors.full_name?.message}
        {...form.register("full_name")}
      />
      {isCustomer && <RegionSelect error={errors.region?.message} {...form.register("region")} />}
      <Button type="submit" busy={isSubmitting} className="justify-self-start">{t`Save profile`}</Button>
    </SentForm>
  )
}
