import { type ModelFact, modelFacts } from "./modelFacts.ts"
import { t } from "./t.ts"

interface Field extends ModelFact {
  /** Its column in CSV files, if it is not named as in the database. */
  cell?: string
  /** A text that everybody sees, like the facts without `most`. */
  isText?: true
  /** True if only admins of the catalogue see it. */
  isForStaff?: true
}

const table = {
  name: { column: "name", label: t`Name`, isText: true, isSearched: true, isInGrid: true },
  price: { column: "priceCents", label: t`Price`, cell: "price_usd", isInGrid: true },
  description: { column: "description", label: t`Description`, isText: true, isSearched: true, isInGrid: true },
  long_description: { column: "longDescription", label: t`Long description`, isText: true },
  doll_category: { column: "category", label: t`Category`, isReviewed: true, isInGrid: true },
  is_available: { column: "isAvailable", label: t`Available`, isInGrid: true },
  release_date: { column: "releaseDate", label: t`Release date`, isInGrid: true },
  ...modelFacts,
  specifications: { column: "specifications", label: t`Specifications`, isText: true },
  stock: { column: "stock", label: t({ context: "number of pieces", message: "In stock" }) },
  draft: { column: "draftAvailable", label: t`Draft`, cell: "draft", isInGrid: true, isForStaff: true },
  publish_at: { column: "publishAt", label: t`Scheduled publishing`, isForStaff: true },
  reference: { column: "slug", label: t`Reference`, cell: "reference", isInGrid: true, isForStaff: true },
  hs_code: { column: "hsCode", label: t`HS code`, isOptional: true, isForStaff: true },
  origin_country: { column: "originCountry", label: t`Country of origin`, isOptional: true, isForStaff: true },
  customs_value: {
    column: "customsCents",
    label: t`Declared value`,
    cell: "customs_value_usd",
    isOptional: true,
    isForStaff: true,
  },
} as const satisfies Record<string, Field>

type Table = typeof table
export type ModelField = keyof Table
export type ModelColumnOf<F extends ModelField> = Table[F]["column"]
export type FieldsThat<Mark extends keyof Field> = {
  [F in ModelField]: Table[F] extends Record<Mark, true> ? F : never
}[ModelField]

/** Every field of a model that admins edit, in the order of the API. Its schemas are in `catalog.ts`. */
export const modelFields: Record<ModelField, Field> = table
export const fieldNames = Object.keys(table) as ModelField[]

export const isMeasure = (name: ModelField) => modelFields[name].most !== undefined
const isText = (name: ModelField) => modelFields[name].isText || (name in modelFacts && !isMeasure(name))

/** The texts that must not refer to minors. */
export const textFields = fieldNames.filter(isText)
/** The fields that an approval covers: a change to one of them is reviewed again. */
export const reviewedFields = fieldNames.filter((name) => isText(name) || modelFields[name].isReviewed)
export const searchedFields = fieldNames.filter((name) => modelFields[name].isSearched)
export const griddedFields = fieldNames.filter((name) => modelFields[name].isInGrid) as FieldsThat<"isInGrid">[]

export const inSql = (column: string) => column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
/** Returns a field's column in CSV files. */
export const cellOf = (name: ModelField) => modelFields[name].cell ?? inSql(modelFields[name].column)
