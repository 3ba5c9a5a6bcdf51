import * as z from "zod"
import { importLimits } from "./adminLimits.ts"
import type { Doll, Specification } from "./catalog.ts"
import { Id } from "./common.ts"
import type { CsvColumn } from "./csv.ts"
import { forFacts } from "./modelFacts.ts"
import { cellOf, fieldNames, type ModelField, modelFields } from "./modelFields.ts"
import { locale, t } from "./t.ts"

export interface ModelColumn extends CsvColumn<Doll> {
  /** The field that an import takes from it; other columns are only exported. */
  field?: ModelField
  /** Reads a cell that is not empty; undefined if its value is invalid. */
  read?(cell: string): unknown
  /** The expected content, for the message about a cell that `read` cannot read. */
  form?: string
}

type Reading = Partial<Pick<ModelColumn, "of" | "read" | "form">>

const words: Reading = { read: (cell) => cell }
const number: Reading = { read: numberIn, form: t`Enter a number, like 168.5.` }
const yesOrNo: Reading = { read: (cell) => truths[cell.toLowerCase()], form: t`Enter true or false.` }
const truths: Record<string, boolean> = { true: true, yes: true, "1": true, false: false, no: false, "0": false }

const reading: Record<ModelField, Reading> = {
  ...forFacts(
    () => number,
    () => words,
  ),
  name: words,
  description: words,
  long_description: words,
  doll_category: words,
  reference: words,
  price: { read: numberIn, form: t`Enter a price, like 549.99.` },
  hs_code: words,
  origin_country: { read: (cell) => cell.toUpperCase() },
  customs_value: { read: numberIn, form: t`Enter a price, like 549.99.` },
  stock: { read: numberIn, form: t`Enter a whole number.` },
  is_available: yesOrNo,
  draft: yesOrNo,
  publish_at: { read: timeIn, form: t`Enter a time as 2026-03-14T09:00:00Z.` },
  release_date: { read: dayIn, form: t`Enter a day as 2026-03-14.` },
  specifications: {
    of: (row) => row.specifications.map(({ name, value }) => `${escaped(name)}: ${value}`).join("\n"),
    read: specificationsIn,
    form: t`Enter one specification a line, like Edition: 1 of 12.`,
  },
}

/** The first columns: fields, and values that are only exported. The other fields follow. */
const first = [
  ["id", "reference", "name", "doll_category", "price", "stock", "is_available", "draft", "publish_at"],
  ["needs_approval", "archived_at", "rating", "review_count", "release_date", "created_at"],
  ["description", "long_description"],
].flat()

/** The columns of a model, which an export writes and an import reads. */
export const modelColumns: ModelColumn[] = [...new Set([...first, ...fieldNames])].map((name) => {
  const of = (row: Doll) => row[name as "name"]
  if (!(name in modelFields)) return { name, of }
  const field = name as ModelField
  return { name: cellOf(field), field, of, ...reading[field] }
})

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
  /** The number of created or changed models that are visible in the shop afterwards and were not before. */
  published: z.number().int(),
  /** The number of models that will be visible once a second admin has approved them. */
  awaiting_approval: z.number().int(),
  problem_count: z.number().int(),
  /** The first problems. Rows are counted as spreadsheets do: the header is row 1. */
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
  /** Sent with the import, which is refused if its result would differ from this check. */
  plan: z.string(),
})
export type ImportResult = z.infer<typeof ImportResult>

/** The other field of the upload; without it the file is only checked. */
export const ImportForm = z.object({ plan: z.string().max(64).optional() })

export const importTexts = {
  unreadable: t`We couldn't read this file. Save it as CSV in UTF-8 and try again.`,
  tooLarge: t`A file can have at most ${importLimits.megabytes} MB.`,
  tooMany: t`A file can have at most ${importLimits.rows.toLocaleString(locale)} rows. Split it and import the parts.`,
  empty: t`This file has no rows below its header.`,
  noKey: t`The file needs an “id” or “reference” column to match rows to models.`,
  hasProblems: t`Nothing was imported. Correct the problems and check the file again.`,
  changed: t`The models have changed since the check. Check the file again.`,
  columns: (names: string) => t`These columns are recognized: ${names}`,
  stock: t`Stock is only imported for new models. Existing models keep theirs.`,
} as const
