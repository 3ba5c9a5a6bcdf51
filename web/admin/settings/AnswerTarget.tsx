import { type UseFormReturn, useWatch } from "react-hook-form"
import type { EditShopSettings } from "#contract/admin.ts"
import { answerTargets } from "#contract/adminLimits.ts"
import { t } from "#contract/t.ts"
import { SelectField, TextField } from "../../platform/ui/Field.tsx"
import type { SettingsInput } from "./form.ts"

/** Starts with Monday, which is day 1. */
export const dayNames = [t`Monday`, t`Tuesday`, t`Wednesday`, t`Thursday`, t`Friday`, t`Saturday`, t`Sunday`]

interface AnswerTargetProps {
  form: UseFormReturn<SettingsInput, unknown, Required<EditShopSettings>>
}

/** How soon chats should be answered, and during which hours. */
export function AnswerTarget({ form }: AnswerTargetProps) {
  const { control, register, setValue, formState } = form
  const { errors } = formState
  const [open, zone] = useWatch({ control, name: ["answer_days", "answer_zone"] })
  const toggle = (day: number) =>
    setValue(
      "answer_days",
      open.includes(day) ? open.filter((one) => one !== day) : [...open, day].toSorted((a, b) => a - b),
      { shouldDirty: true, shouldValidate: formState.isSubmitted },
    )
  return (
    <fieldset className="grid gap-5">
      <legend className="placard w-full pt-3 pb-4 font-display text-h3">{t`Answers in chats`}</legend>
      <TextField
        label={t`Target in minutes`}
        type="number"
        inputMode="numeric"
        min={answerTargets.min}
        max={answerTargets.max}
        hint={t`Chats that wait longer are marked. Only the hours below count.`}
        error={errors.answer_target?.message}
        {...register("answer_target", { valueAsNumber: true })}
      />
      <fieldset>
        <legend className="font-medium text-ui">{t`Days`}</legend>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-x-6">
          {dayNames.map((name, index) => (
            <label key={name} className="flex min-h-11 items-center gap-2 text-ui">
              <input type="checkbox" checked={open.includes(index + 1)} onChange={() => toggle(index + 1)} />
              {name}
            </label>
          ))}
        </div>
        {errors.answer_days && <p className="text-danger text-meta">{errors.answer_days.message}</p>}
      </fieldset>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={t({ context: "beginning, by the clock", message: "From" })}
          type="time"
          error={errors.answer_from?.message}
          {...register("answer_from")}
        />
        <TextField label={t`Until`} type="time" error={errors.answer_to?.message} {...register("answer_to")} />
      </div>
      <SelectField label={t`Time zone`} error={errors.answer_zone?.message} {...register("answer_zone")}>
        <TimeZones chosen={zone} />
      </SelectField>
    </fieldset>
  )
}

/** Options of a select of time zones. */
export const TimeZones = ({ chosen }: { chosen: string }) =>
  [...new Set([chosen, "UTC", ...Intl.supportedValuesOf("timeZone")])].map((name) => (
    <option key={name} value={name}>
      {name.replaceAll("_", " ")}
    </option>
  ))
