import * as z from "zod"
import { importLimits } from "./adminLimits.ts"
import type { Doll, NewDoll, Specification } from "./catalog.ts"
import { Id } from "./common.ts"
import type { CsvColumn } from "./csv.ts"

export interface ModelColumn extends CsvColumn<Doll> {
  /** The field an import takes from it; the others are only exported. */
  field?: keyof NewDoll
  /** The value of a cell that is not empty; undefined when it has none. */
  read?(cell: string): unknown
  /** What a cell may hold, for a cell that `read` cannot read. */
  form?: string
}

const dayForm = "Enter a day as 2026-03-14."
const timeForm = "Enter a time as 2026-03-14T09:00:00Z."
const number = { read: numberIn, form: "Enter a number, like 168.5." }
const words = { read: (cell: string) => cell }
const yesOrNo = { read: (cell: string) => truths[cell.toLowerCase()], form: "Enter true or false." }
const truths: Record<string, boolean> = { true: true, yes: true, "1": true, false: false, no: false, "0": false }

/** A model as a row: what an export has and an import reads back. */
export const modelColumns: ModelColumn[] = [
  { name: "id", of: (row) => row.id },
  { name: "reference", field: "reference", of: (row) => row.reference, ...words },
  { name: "name", field: "name", of: (row) => row.name, ...words },
  { name: "category", field: "doll_category", of: (row) => row.doll_category, ...words },
  { name: "price_usd", field: "price", of: (row) => row.price, read: numberIn, form: "Enter a price, like 549.99." },
  { name: "stock", field: "stock", of: (row) => row.stock, read: numberIn, form: "Enter a whole number." },
  { name: "is_available", field: "is_available", of: (row) => row.is_available, ...yesOrNo },
  { name: "draft", field: "draft", of: (row) => row.draft, ...yesOrNo },
  { name: "publish_at", field: "publish_at", of: (row) => row.publish_at, read: timeIn, form: timeForm },
  { name: "needs_approval", of: (row) => row.needs_approval },
  { name: "archived_at", of: (row) => row.archived_at },
  { name: "rating", of: (row) => row.rating },
  { name: "review_count", of: (row) => row.review_count },
  { name: "release_date", field: "release_date", of: (row) => row.release_date, read: dayIn, form: dayForm },
  { name: "created_at", of: (row) => row.created_at },
  { name: "description", field: "description", of: (row) => row.description, ...words },
  { name: "long_description", field: "long_description", of: (row) => row.long_description, ...words },
  { name: "height_cm", field: "doll_height", of: (row) => row.doll_height, ...number },
  { name: "material", field: "doll_material", of: (row) => row.doll_material, ...words },
  { name: "vaginal_depth_cm", field: "doll_vaginal_depth", of: (row) => row.doll_vaginal_depth, ...number },
  { name: "anal_depth_cm", field: "doll_anal_depth", of: (row) => row.doll_anal_depth, ...number },
  { name: "oral_depth_cm", field: "doll_oral_depth", of: (row) => row.doll_oral_depth, ...number },
  { name: "weight_kg", field: "doll_weight", of: (row) => row.doll_weight, ...number },
  { name: "gross_weight_kg", field: "doll_gross_weight", of: (row) => row.doll_gross_weight, ...number },
  { name: "packing_size", field: "doll_packing_size", of: (row) => row.doll_packing_size, ...words },
  { name: "body_size", field: "doll_body_size", of: (row) => row.doll_body_size, ...words },
  {
    name: "specifications",
    field: "specifications",
    of: (row) => row.specifications.map(({ name, value }) => `${escaped(name)}: ${value}`).join("\n"),
    read: specificationsIn,
    form: "Enter one specification a line, like Edition: 1 of 12.",
  },
]

/** The columns that an import reads. */
export const importedNames = modelColumns.flatMap(({ name, field }) => (field || name === "id" ? [name] : []))

function numberIn(cell: string): number | undefined {
  return /^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : undefined
}

function dayIn(cell: string): string | undefined {
  return z.iso.date().safeParse(cell).data
}

function timeIn(cell: string): string | undefined {
  return z.iso.datetime({ offset: true }).safeParse(cell).success ? new Date(cell).toISOString() : undefined
}

const escaped = (name: string) => name.replace(/[\\:]/g, "\\$&")

function specificationsIn(cell: string): z.infer<typeof Specification>[] | undefined {
  const lines = cell.split(/\r\n?|\n/).filter((line) => line.trim() !== "")
  const found = lines.map((line) => /^((?:[^\\:]|\\.)*):(.*)$/.exec(line))
  if (found.some((line) => line === null)) return undefined
  return found.map((line) => ({ name: line![1]!.replace(/\\(.)/g, "$1").trim(), value: line![2]!.trim() }))
}

export const ImportResult = z.object({
  /** False for a check, which writes nothing. */
  is_done: z.boolean(),
  rows: z.number().int(),
  created: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
  /** Of those that are created or changed, how many are visible in the shop afterwards and were not before. */
  published: z.number().int(),
  /** How many would be, once a second admin has approved them. */
  awaiting_approval: z.number().int(),
  problem_count: z.number().int(),
  /** The first ones. Rows are counted as a spreadsheet does: the header is row 1. */
  problems: z.array(z.object({ row: z.number().int(), column: z.string().nullable(), message: z.string() })),
  /** The first models that are created (without an id) or changed. */
  changes: z.array(
    z.object({
      row: z.number().int(),
      id: Id.nullable(),
      name: z.string(),
      columns: z.array(z.string()),
      is_published: z.boolean(),
      needs_approval: z.boolean(),
    }),
  ),
  notes: z.array(z.string()),
  /** Sent with the import, which is refused when it would do something else than this check has shown. */
  plan: z.string(),
})
export type ImportResult = z.infer<typeof ImportResult>

/** The other field of the upload; without it the file is only checked. */
export const ImportForm = z.object({ plan: z.string().max(64).optional() })

export const importTexts = {
  unreadable: "We couldn't read this file. Save it as CSV in UTF-8 and try again.",
  tooLarge: `A file can have at most ${importLimits.megabytes} MB.`,
  tooMany: `A file can have at most ${importLimits.rows.toLocaleString("en-US")} rows. Split it and import the parts.`,
  empty: "This file has no rows below its header.",
  noKey: "The file needs an “id” or “reference” column to match rows to models.",
  hasProblems: "Nothing was imported. Correct the problems and check the file again.",
  changed: "The models have changed since the check. Check the file again.",
  columns: (names: string) => `These columns are recognized: ${names}`,
  stock: "Stock is only imported for new models. Existing models keep theirs.",
} as const
