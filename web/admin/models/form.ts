import type { Doll, EditDoll, NewDoll } from "#contract/catalog.ts"
import { categories } from "#contract/catalog.ts"
import { line, prose } from "#contract/common.ts"
import { modelDeskTexts } from "#contract/panelText.ts"
import { z } from "../../ui/zod.ts"

const missing = modelDeskTexts.missing

/** A field holds what was typed; what it means is said here. */
const number = (most: number, decimals: number, needed: boolean) =>
  z.string().transform((text, context) => {
    const typed = text.trim()
    if (!typed) {
      if (needed) context.addIssue({ code: "custom", message: missing })
      return needed ? z.NEVER : null
    }
    const value = Number(typed)
    const step = 10 ** decimals
    const fault = !Number.isFinite(value)
      ? "Please enter a number."
      : value < 0
        ? "This cannot be less than 0."
        : value > most
          ? `At most ${most.toLocaleString("en-US")}.`
          : Math.abs(Math.round(value * step) - value * step) > 1e-6
            ? decimals === 0
              ? "Please enter a whole number."
              : `At most ${decimals} ${decimals === 1 ? "decimal" : "decimals"}.`
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
  const given = line(120, missing)
  return needed ? given : orNone(given)
}
const date = (needed: boolean) => {
  const given = z.iso.date(needed ? missing : "Please enter a date.")
  return needed ? given : orNone(given)
}

export const measures = [
  "doll_height",
  "doll_vaginal_depth",
  "doll_anal_depth",
  "doll_oral_depth",
  "doll_weight",
  "doll_gross_weight",
] as const

/**
 * A new model has every marked field filled in. One that is in the shop without some of them can be corrected elsewhere
 * without having to invent what is not known.
 */
export function dollForm(known: Doll | null) {
  const needed = (name: keyof Doll) => known === null || known[name] !== null
  return z.object({
    name: line(120, missing),
    price: number(1_000_000, 2, true).refine((price) => price !== 0, "Please enter a price."),
    description: prose(2000, missing),
    long_description: z.string().trim().max(20_000, "At most 20,000 characters."),
    doll_category: z.enum(categories),
    is_available: z.boolean(),
    release_date: date(needed("release_date")),
    doll_height: number(300, 1, needed("doll_height")),
    doll_material: words(needed("doll_material")),
    doll_vaginal_depth: number(100, 1, needed("doll_vaginal_depth")),
    doll_anal_depth: number(100, 1, needed("doll_anal_depth")),
    doll_oral_depth: number(100, 1, needed("doll_oral_depth")),
    doll_weight: number(1000, 1, needed("doll_weight")),
    doll_gross_weight: number(1000, 1, needed("doll_gross_weight")),
    doll_packing_size: words(needed("doll_packing_size")),
    doll_body_size: words(needed("doll_body_size")),
    stock: number(100_000, 0, false),
    specifications: z
      .array(z.object({ name: line(80, "Please enter a name."), value: line(200, "Please enter a value.") }))
      .max(40),
  })
}

export type DollValues = z.input<ReturnType<typeof dollForm>>
export type DollInput = z.output<ReturnType<typeof dollForm>>

export const emptyDoll: DollValues = {
  name: "",
  price: "",
  description: "",
  long_description: "",
  doll_category: "standard",
  is_available: true,
  release_date: "",
  doll_height: "",
  doll_material: "",
  doll_vaginal_depth: "",
  doll_anal_depth: "",
  doll_oral_depth: "",
  doll_weight: "",
  doll_gross_weight: "",
  doll_packing_size: "",
  doll_body_size: "",
  stock: "",
  specifications: [],
}

/** How a field of the form reads for this model. */
export function valuesOf(doll: Doll): DollValues {
  const values = { ...emptyDoll }
  for (const name of Object.keys(emptyDoll) as (keyof DollValues)[])
    Object.assign(values, { [name]: typedOf(doll, name) })
  return values
}

export function typedOf(doll: Doll, name: keyof DollValues): DollValues[keyof DollValues] {
  const value = doll[name]
  if (typeof value === "boolean" || Array.isArray(value)) return value
  return value === null ? "" : String(value)
}

/** Only what differs from the model as it was read. */
export function changesOf(before: Doll, now: DollInput): EditDoll {
  const changed = Object.entries(now).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof NewDoll]),
  )
  return Object.fromEntries(changed)
}

export const labels: Record<keyof DollValues, string> = {
  name: "Name",
  price: "Price",
  description: "Description",
  long_description: "Long description",
  doll_category: "Category",
  is_available: "Available",
  release_date: "Release date",
  doll_height: "Height",
  doll_material: "Material",
  doll_vaginal_depth: "Vaginal depth",
  doll_anal_depth: "Anal depth",
  doll_oral_depth: "Oral depth",
  doll_weight: "Weight",
  doll_gross_weight: "Gross weight",
  doll_packing_size: "Packing size",
  doll_body_size: "Body size",
  stock: "In stock",
  specifications: "Specifications",
}

/** What somebody else has changed since the form was opened. */
export function changedMeanwhile(before: Doll, now: Doll): (keyof DollValues)[] {
  return (Object.keys(labels) as (keyof DollValues)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]),
  )
}
