import type { FieldValues, Path, UseFormReturn } from "react-hook-form"
import { maxNameLength } from "#contract/limits.ts"
import { t } from "#contract/t.ts"
import { TextField } from "../../platform/ui/Field.tsx"

interface PersonFieldsProps<In extends FieldValues, Out> {
  form: UseFormReturn<In, unknown, Out>
  /** True for new accounts. */
  withPassword: boolean
}

/** The fields that all staff accounts have. */
export function PersonFields<In extends FieldValues, Out>({ form, withPassword }: PersonFieldsProps<In, Out>) {
  const field = (name: string) => ({
    ...form.register(name as Path<In>),
    error: form.getFieldState(name as Path<In>, form.formState).error?.message,
    required: true,
  })
  return (
    <>
      <TextField label={t`Full name`} autoComplete="off" maxLength={maxNameLength} {...field("full_name")} />
      <TextField label={t`Email`} type="email" autoComplete="off" {...field("email")} />
      {withPassword && (
        <TextField
          label={t`Password`}
          type="password"
          autoComplete="new-password"
          hint={t`At least 8 characters with an uppercase letter, a lowercase letter and a digit.`}
          {...field("password")}
        />
      )}
    </>
  )
}
