import { type ModelFact, modelFacts } from "./modelFacts.ts"

interface Field extends ModelFact {
  /** Its column in CSV files, where that is not named as in the database. */
  cell?: string
  /** A text that everybody sees, like the facts without `most`. */
  isText?: true
  /** Only admins of the catalogue see it. */
  isForStaff?: true
}

const table = {
  name: { column: "name", label: "Name", isText: true, isSearched: true, isInGrid: true },
  price: { column: "priceCents", label: "Price", cell: "price_usd", isInGrid: true },
  description: { column: "description", label: "Description", isText: true, isSearched: true, isInGrid: true },
  long_description: { column: "longDescription", label: "Long description", isText: true },
  doll_category: { column: "category", label: "Category", isReviewed: true, isInGrid: true },
  is_available: { column: "isAvailable", label: "Available", isInGrid: true },
  release_date: { column: "releaseDate", label: "Release date", isInGrid: true },
  ...modelFacts,
  specifications: { column: "specifications", label: "Specifications", isText: true },
  stock: { column: "stock", label: "In stock" },
  draft: { column: "draftAvailable", label: "Draft", cell: "draft", isInGrid: true, isForStaff: true },
  publish_at: { column: "publishAt", label: "Scheduled publishing", isForStaff: true },
  reference: { column: "slug", label: "Reference", cell: "reference", isInGrid: true, isForStaff: true },
} as const satisfies Record<string, Field>

type Table = typeof table
export type ModelField = keyof Table
export type ModelColumnOf<F extends ModelField> = Table[F]["column"]
/** The fields that are marked so. */
export type FieldsThat<Mark extends keyof Field> = {
  [F in ModelField]: Table[F] extends Record<Mark, true> ? F : never
}[ModelField]

/** Every field of a model that admins edit, in the order of the API. Its schemas are in `catalog.ts`. */
export const modelFields: Record<ModelField, Field> = table
export const fieldNames = Object.keys(table) as ModelField[]

export const isMeasure = (name: ModelField) => modelFields[name].most !== undefined
const isText = (name: ModelField) => modelFields[name].isText || (name in modelFacts && !isMeasure(name))

/** What must not point at minors. */
export const textFields = fieldNames.filter(isText)
/** What an approval covers: a change to one of them is reviewed again. */
export const reviewedFields = fieldNames.filter((name) => isText(name) || modelFields[name].isReviewed)
export const searchedFields = fieldNames.filter((name) => modelFields[name].isSearched)
export const griddedFields = fieldNames.filter((name) => modelFields[name].isInGrid) as FieldsThat<"isInGrid">[]

/** A column's name in the database. */
export const inSql = (column: string) => column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
/** A field's column in CSV files. */
export const cellOf = (name: ModelField) => modelFields[name].cell ?? inSql(modelFields[name].column)
