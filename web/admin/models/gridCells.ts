import { categories, type Doll, EditDoll } from "#contract/catalog.ts"
import { type FieldsThat, griddedFields } from "#contract/modelFields.ts"
import { t } from "#contract/t.ts"
import { categoryNames } from "../../shopfront/shop/categories.ts"
import { dollForm, labels } from "./form.ts"

export type GridField = FieldsThat<"isInGrid">
export const firstFields: GridField[] = ["name", "price", "doll_category", "is_available", "draft", "release_date"]

const others: GridField[] = ["reference", "doll_height", "doll_weight"]
const described = griddedFields.filter((name) => name !== "description")
/** The fields of the grid in the order of its columns. Stock has its own page. */
export const gridFields: GridField[] = [...new Set([...firstFields, ...others, ...described]), "description"]

export const gridLabels: Record<GridField, string> = { ...labels, price: t`Price (USD)`, draft: t`Status` }

/** Options of the cells that are not text, as value and label. */
export const choices: Partial<Record<GridField, [value: string, label: string][]>> = {
  doll_category: categories.map((category) => [category, categoryNames[category]]),
  is_available: [
    ["true", t`Available`],
    ["false", t`Unavailable`],
  ],
  draft: [
    ["false", t`Published`],
    ["true", t`Draft`],
  ],
}

export function shownIn(doll: Doll, field: GridField): string {
  const value = doll[field]
  return value === null || value === undefined ? "" : String(value)
}

/** Like `shownIn`, but with the label of an option. */
export const wordsOf = (doll: Doll, field: GridField): string =>
  choices[field]?.find(([value]) => value === shownIn(doll, field))?.[1] ?? shownIn(doll, field)

/** Parses a cell, or returns what is wrong with it. */
export function readCell(doll: Doll, field: GridField, typed: string): { value: unknown } | { fault: string } {
  const isChoice = field === "is_available" || field === "draft"
  const parsed = isChoice
    ? EditDoll.shape[field].safeParse(typed === "true")
    : dollForm(doll).shape[field].safeParse(typed)
  return parsed.success ? { value: parsed.data } : { fault: parsed.error.issues[0]!.message }
}

/** Converts a pasted text for the cell. Returns undefined if it is none of the options. */
export function pastedInto(field: GridField, text: string): string | undefined {
  const known = choices[field]
  if (!known) return text.trim()
  const wanted = text.trim().toLowerCase()
  return known.find(([value, label]) => value === wanted || label.toLowerCase() === wanted)?.[0]
}
