import { dollLimits } from "#contract/adminLimits.ts"
import { categories, type Doll, type EditDoll, NewDoll, Specification } from "#contract/catalog.ts"
import { line } from "#contract/common.ts"
import { forFacts } from "#contract/modelFacts.ts"
import { fieldNames, type ModelField, modelFields } from "#contract/modelFields.ts"
import { modelAdminTexts } from "#contract/panelText.ts"
import { locale, plural, t } from "#contract/t.ts"
import { z } from "../../platform/ui/zod.ts"

const missing = modelAdminTexts.missing

/** Values of the form are strings, which these schemas parse. */
export const number = (max: number, decimals: number, needed: boolean) =>
  z.string().transform((text, context) => {
    const typed = text.trim()
    if (!typed) {
      if (needed) context.addIssue({ code: "custom", message: missing })
      return needed ? z.NEVER : null
    }
    const value = Number(typed)
    const step = 10 ** decimals
    const fault = !Number.isFinite(value)
      ? t`Please enter a number.`
      : value < 0
        ? t`This can't be less than 0.`
        : value > max
          ? t`This can't be more than ${max.toLocaleString(locale)}.`
          : Math.abs(Math.round(value * step) - value * step) > 1e-6
            ? decimals === 0
              ? t`Please enter a whole number.`
              : plural(decimals, {
                  one: "Use at most 1 decimal place.",
                  other: `Use at most ${decimals} decimal places.`,
                })
            : null
    if (fault) context.addIssue({ code: "custom", message: fault })
    return fault ? z.NEVER : value
  })
const orNone = (given: z.ZodType<string, string>) =>
  z
    .string()
    .transform((text) => text.trim() || null)
    .pipe(given.nullable())
const words = (needed: boolean) => {
  const given = line(dollLimits.line, missing)
  return needed ? given : orNone(given)
}
const date = (needed: boolean) => {
  const given = z.iso.date(needed ? missing : t`Please enter a date.`)
  return needed ? given : orNone(given)
}

/** Publishing is not part of the form. */
type FormField = Exclude<ModelField, "draft" | "publish_at">

/** A new model needs every required field. A model that lacks some of them can be edited without adding them. */
export const isNeeded = (name: FormField, known?: Doll | null) =>
  !modelFields[name].isOptional && (!known || known[name] !== null)

export function dollForm(known: Doll | null) {
  const needed = (name: FormField) => isNeeded(name, known)
  return z.object({
    name: NewDoll.shape.name,
    price: number(dollLimits.price, 2, true).pipe(z.number().refine((price) => price !== 0, t`Please enter a price.`)),
    description: NewDoll.shape.description,
    long_description: NewDoll.shape.long_description.unwrap(),
    doll_category: z.enum(categories),
    is_available: z.boolean(),
    release_date: date(needed("release_date")),
    ...forFacts(
      (name, most) => number(most, 1, needed(name)),
      (name) => words(needed(name)),
    ),
    stock: number(dollLimits.stock, 0, false),
    reference: orNone(NewDoll.shape.reference.unwrap().unwrap()),
    hs_code: orNone(NewDoll.shape.hs_code.unwrap().unwrap()),
    origin_country: orNone(z.string()).pipe(NewDoll.shape.origin_country.unwrap()),
    customs_value: number(dollLimits.price, 2, false),
    specifications: z.array(Specification).max(dollLimits.specifications),
  } satisfies Record<FormField, z.ZodType>)
}

export type DollValues = z.input<ReturnType<typeof dollForm>>
export type DollInput = z.output<ReturnType<typeof dollForm>>

const others: ModelField[] = ["draft", "publish_at", "specifications"]
const formFields = [...fieldNames.filter((name) => !others.includes(name)), "specifications"] as FormField[]

const blank = Object.fromEntries(formFields.map((name) => [name, ""])) as Record<FormField, string>
export const emptyDoll: DollValues = { ...blank, doll_category: "standard", is_available: true, specifications: [] }

export function valuesOf(doll: Doll): DollValues {
  return Object.fromEntries(formFields.map((name) => [name, typedOf(doll, name)])) as DollValues
}

export function typedOf(doll: Doll, name: keyof DollValues): DollValues[keyof DollValues] {
  const value = doll[name]
  if (typeof value === "boolean" || Array.isArray(value)) return value
  return value === null || value === undefined ? "" : String(value)
}

/** Only the fields that differ from the model as loaded. */
export function changesOf(before: Doll, now: DollInput): EditDoll {
  const changed = Object.entries(now).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof NewDoll]),
  )
  return Object.fromEntries(changed)
}

export const labels = Object.fromEntries(formFields.map((name) => [name, modelFields[name].label])) as Record<
  FormField,
  string
>

/** The fields that somebody else has changed since the form was opened. */
export function changedMeanwhile(before: Doll, now: Doll): FormField[] {
  return formFields.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]))
}

/** Whether a required field is empty. Other errors are shown only at their fields. */
export const isIncomplete = (errors: object): boolean =>
  Object.values(errors).some((one) => "message" in one && one.message === missing)
