import type { FieldValues, Path, UseFormReturn } from "react-hook-form"
import { maxNameLength } from "#contract/limits.ts"
import { t } from "#contract/t.ts"
import { TextField } from "../../platform/ui/Field.tsx"

export const invitationNote = t`They get a link by email, valid for 72 hours, and choose their own password.`

interface PersonFieldsProps<In extends FieldValues, Out> {
  form: UseFormReturn<In, unknown, Out>
}

/** The fields that all staff accounts have. */
export function PersonFields<In extends FieldValues, Out>({ form }: PersonFieldsProps<In, Out>) {
  const field = (name: string) => ({
    ...form.register(name as Path<In>),
    error: form.getFieldState(name as Path<In>, form.formState).error?.message,
    required: true,
  })
  return (
    <>
      <TextField label={t`Full name`} autoComplete="off" maxLength={maxNameLength} {...field("full_name")} />
      <TextField label={t`Email`} type="email" autoComplete="off" {...field("email")} />
    </>
  )
}
