import { createHash } from "node:crypto"
import { setImmediate } from "node:timers/promises"
import { asc, inArray, or } from "drizzle-orm"
import { importLimits } from "#contract/adminLimits.ts"
import { EditDoll, NewDoll } from "#contract/catalog.ts"
import { type ImportResult, importedNames, importTexts, type ModelColumn, modelColumns } from "#contract/modelSheet.ts"
import { modelAdminTexts } from "#contract/panelText.ts"
import { t } from "#contract/t.ts"
import { type Actor, assertAdmin } from "../../platform/auth/actor.ts"
import type { Tx } from "../../platform/db/store.ts"
import { said } from "../../platform/languages.ts"
import { Refusal } from "../../platform/refusal.ts"
import * as catalog from "./catalog.ts"
import { dollsOfAnyState } from "./rows.ts"
import type { Sheet } from "./sheet.ts"
import { dolls } from "./tables.ts"

type DollRow = typeof dolls.$inferSelect
type Problem = ImportResult["problems"][number]

interface Update {
  row: number
  known: DollRow
  fields: EditDoll
  change: ReturnType<typeof catalog.changeOf>
  columns: string[]
}
interface Plan {
  problems: Problem[]
  updates: Update[]
  creations: { row: number; input: NewDoll; columns: string[] }[]
  notes: Set<string>
}

/** Returns what an import of the sheet would do, and writes nothing. */
export async function checkImport(tx: Tx, actor: Actor, sheet: Sheet): Promise<ImportResult> {
  assertAdmin(actor, "content_admin")
  return resultOf(await planOf(tx, sheet, false), sheet, false)
}

/**
 * Imports the sheet in one transaction, if the result is the plan `seen`, which the check has shown. Locks the models
 * by id before anything is written.
 */
export async function importModels(
  tx: Tx,
  actor: Actor,
  { sheet, seen, file }: { sheet: Sheet; seen: string; file: string },
): Promise<ImportResult> {
  assertAdmin(actor, "content_admin")
  const plan = await planOf(tx, sheet, true)
  const result = resultOf(plan, sheet, true)
  if (plan.problems.length > 0) throw new Refusal("INVALID", importTexts.hasProblems)
  if (result.plan !== seen) throw new Refusal("STALE", importTexts.changed)
  const why = { reason: "imported", note: file } as const
  for (const { known, fields, change } of plan.updates) {
    await catalog.writeChange(tx, actor, { row: known, fields, change, why })
  }
  for (const { input } of plan.creations) await catalog.createDoll(tx, actor, input, why)
  return result
}

async function planOf(tx: Tx, sheet: Sheet, isLocking: boolean): Promise<Plan> {
  const plan: Plan = { problems: [], updates: [], creations: [], notes: new Set() }
  const columns = columnsOf(sheet, plan)
  if (plan.problems.length > 0) return plan
  const lines = sheet.rows.map(({ row, cells }) => ({
    row,
    cells: cellsOf(columns, cells),
    isLong: cells.slice(columns.length).some((cell) => cell.trim() !== ""),
  }))
  const models = await modelsOf(tx, lines, isLocking)
  const taken = new Map<string, number>()
  for (const line of lines) {
    planLine(plan, line, { models, taken, now: tx.now() })
    // Checking long texts takes a while: other requests are served between two lines.
    await setImmediate()
  }
  // Models are locked in the order of their ids.
  plan.updates.sort((a, b) => a.known.id - b.known.id)
  return plan
}

type Cells = Map<ModelColumn, string>
interface Line {
  row: number
  cells: Cells
  isLong: boolean
}

/** Reads the columns of the header. Unknown and repeated ones are problems, because their cells would be lost. */
function columnsOf({ header }: Sheet, { problems, notes }: Plan): ModelColumn[] {
  const columns: ModelColumn[] = []
  const refuse = (column: string, message: string) => problems.push({ row: 1, column: column.slice(0, 60), message })
  for (const name of header) {
    const column = modelColumns.find((one) => one.name === name)
    if (!column) {
      refuse(name, name === "" ? t`A column has no name.` : t`This column isn't recognized. Remove or rename it.`)
      notes.add(importTexts.columns(importedNames.join(", ")))
    } else if (columns.includes(column)) refuse(name, t`This column appears twice.`)
    else columns.push(column)
  }
  if (!columns.some(({ name }) => name === "id" || name === "reference")) {
    problems.push({ row: 1, column: null, message: importTexts.noKey })
  }
  return columns
}

const cellsOf = (columns: ModelColumn[], cells: string[]): Cells =>
  new Map(columns.map((column, at) => [column, cells[at] ?? ""]))

function cellOf({ cells }: Line, name: string): string {
  for (const [column, cell] of cells) if (column.name === name) return cell.trim()
  return ""
}

const idIn = (cell: string) => (/^[1-9]\d{0,8}$/.test(cell) ? Number(cell) : null)

interface Models {
  byId: Map<number, DollRow>
  byReference: Map<string, DollRow>
  /** The models as they are exported. */
  shown: Awaited<ReturnType<typeof dollsOfAnyState>>
}

async function modelsOf(tx: Tx, lines: Line[], isLocking: boolean): Promise<Models> {
  const ids = lines.flatMap((line) => idIn(cellOf(line, "id")) ?? [])
  const references = lines.flatMap((line) => cellOf(line, "reference") || [])
  const matching = tx.db
    .select()
    .from(dolls)
    .where(or(inArray(dolls.id, ids), inArray(dolls.slug, references)))
    .orderBy(asc(dolls.id))
  const rows = ids.length + references.length === 0 ? [] : await (isLocking ? matching.for("update") : matching)
  return {
    byId: new Map(rows.map((row) => [row.id, row])),
    byReference: new Map(rows.flatMap((row) => (row.slug === null ? [] : [[row.slug, row]]))),
    shown: await dollsOfAnyState(
      tx,
      rows.map(({ id }) => id),
    ),
  }
}

interface Known {
  models: Models
  /** The rows of the sheet by the models and new references that they use. */
  taken: Map<string, number>
  now: Date
}

function planLine(plan: Plan, line: Line, known: Known): void {
  const { row } = line
  const doll = dollOf(line, known.models)
  const fault = keyFault(line, doll, known)
  if (fault) {
    plan.problems.push({ row, ...fault })
    return
  }
  const problems: Problem[] = []
  const refuse = (column: string | null, message: string) => void problems.push({ row, column, message })
  const values = valuesOf(line, doll && known.models.shown.get(doll.id), refuse)
  if (doll && "stock" in values) {
    plan.notes.add(importTexts.stock)
    delete values.stock
  }
  const parsed = (doll ? EditDoll : NewDoll).safeParse(doll ? values : { draft: true, ...values })
  for (const { path, message } of parsed.error?.issues ?? []) {
    const column = columnOf(path[0])
    // A cell that could not be read already has its problem.
    if (problems.every((one) => one.column !== column)) refuse(column, sentenceFor(path[0], values, message))
  }
  const columns = Object.keys(values).flatMap((field) => columnOf(field) ?? [])
  if (problems.length === 0) {
    try {
      catalog.assertTexts(parsed.data!)
      if (doll) {
        const fields = parsed.data as EditDoll
        const change = catalog.changeOf(doll, fields, known.now)
        if (Object.keys(change.after).length > 0) plan.updates.push({ row, known: doll, fields, change, columns })
      } else {
        const input = parsed.data as NewDoll
        catalog.publishingOfNew(input, known.now)
        plan.creations.push({ row, input, columns })
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      for (const { path, message } of error.details.errors ?? []) refuse(columnOf(path), message)
    }
  }
  plan.problems.push(...problems)
}

/** Finds the model of a row, by its id or else by its reference. */
function dollOf(line: Line, { byId, byReference }: Models): DollRow | undefined {
  const id = cellOf(line, "id")
  return id === "" ? byReference.get(cellOf(line, "reference")) : byId.get(idIn(id) ?? 0)
}

type Fault = Omit<Problem, "row">

/** Returns what is wrong with the id and reference of a row. */
function keyFault(line: Line, doll: DollRow | undefined, { models, taken }: Known): Fault | null {
  const reference = cellOf(line, "reference")
  if (line.isLong) return { column: null, message: t`This row has more cells than the header.` }
  if (!doll && cellOf(line, "id")) return { column: "id", message: t`There is no model with this id.` }
  if (!doll && !reference) {
    return { column: "id", message: t`Enter a model's id, or a new reference to create a model.` }
  }
  const owner = models.byReference.get(reference)
  if (owner && owner !== doll) return { column: "reference", message: modelAdminTexts.referenceTaken }
  const keys = [doll && `id ${doll.id}`, reference && `reference ${reference}`].filter((key) => key)
  const other = keys.map((key) => taken.get(key!)).find((row) => row !== undefined)
  if (other !== undefined) return { column: doll ? "id" : "reference", message: t`Row ${other} is for the same model.` }
  for (const key of keys) taken.set(key!, line.row)
  return doll?.deletedAt ? { column: "id", message: modelAdminTexts.archived } : null
}

/** Returns the fields that a row sets; for an existing model, the cells that differ from its export. */
function valuesOf(
  { cells }: Line,
  shown: Parameters<ModelColumn["of"]>[0] | undefined,
  refuse: (column: string, message: string) => void,
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [column, cell] of cells) {
    const { name, field, read, form } = column
    if (!field || !read) continue
    if (shown && plain(String(column.of(shown) ?? "")) === plain(cell)) continue
    if (plain(cell) === "") {
      // An empty cell clears the field of an existing model, where that is allowed. A new model gets its default.
      if (shown && NewDoll.shape[field].safeParse(null).success) values[field] = null
      else if (shown && field === "long_description") values[field] = ""
      else if (shown && field === "specifications") values[field] = []
      else if (shown && required[field]) refuse(name, required[field])
      continue
    }
    const value = read(plain(cell))
    if (value === undefined) refuse(name, form ?? t`This value is not valid.`)
    else values[field] = value
  }
  return values
}

/** Spreadsheets change line endings. */
const plain = (cell: string) => cell.replace(/\r\n?/g, "\n").trim()

/** The messages for fields that a model must have. */
const required: { [field in keyof NewDoll]?: string } = {
  name: t`A model needs a name.`,
  price: t`A model needs a price.`,
  description: t`A model needs a description.`,
}

const columnOf = (field: PropertyKey | undefined) => modelColumns.find((one) => one.field === field)?.name ?? null

function sentenceFor(field: PropertyKey | undefined, values: Record<string, unknown>, message: string): string {
  const isMissing = typeof field === "string" && !(field in values)
  return (isMissing && required[field as keyof NewDoll]) || message
}

function resultOf({ problems, updates, creations, notes }: Plan, sheet: Sheet, isDone: boolean): ImportResult {
  const changes = [
    ...updates.map(({ row, known, fields, change, columns }) => {
      const leavesDraft = known.draftAvailable !== null && fields.draft === false
      const waits = leavesDraft && catalog.awaitsApproval(known, change)
      return {
        row,
        id: known.id,
        name: known.name,
        columns,
        is_published: leavesDraft && !waits,
        needs_approval: waits,
      }
    }),
    ...creations.map(({ row, input: { name, draft, doll_height }, columns }) => {
      const waits = !draft && catalog.isLow(doll_height ?? null)
      return { row, id: null, name, columns, is_published: !draft && !waits, needs_approval: waits }
    }),
  ].sort((a, b) => a.row - b.row)
  const bad = new Set(problems.map(({ row }) => row)).size
  const work = [
    updates.map(({ known, change }) => [known.id, known.version, change.after]),
    creations.map(({ input }) => input),
    problems.length,
  ]
  return {
    is_done: isDone,
    rows: sheet.rows.length,
    created: creations.length,
    updated: updates.length,
    published: changes.filter((change) => change.is_published).length,
    awaiting_approval: changes.filter((change) => change.needs_approval).length,
    unchanged: Math.max(0, sheet.rows.length - changes.length - bad),
    problem_count: problems.length,
    problems: problems
      .sort((a, b) => a.row - b.row)
      .slice(0, importLimits.listed)
      .map((problem) => ({ ...problem, message: said(problem.message) })),
    changes: changes.slice(0, importLimits.listed),
    notes: [...notes].map(said),
    plan: createHash("sha256").update(JSON.stringify(work)).digest("hex"),
  }
}
