import { eq, getTableName } from "drizzle-orm"
import type { PgColumn, PgTable } from "drizzle-orm/pg-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { allTables, columnsOf, type Filling, fillTables, loosenConstraints, valueFor } from "#test/allTables.ts"
import { filled, staffId } from "#test/person.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { openSession } from "../../platform/auth/sessions.ts"
import { after, minutes } from "../../platform/clock.ts"
import { startJobs } from "../../start/startJobs.ts"
import { type Entry, register } from "./register.ts"

/** The register against rows in which every column of every table has a value. */
let now = new Date()
const start = now
let shop: TestShop
let tables: Map<string, PgTable>
const mine = filled(1001, "mine", start)
beforeAll(async () => {
  tables = await allTables()
  shop = await openShop({}, { clock: { now: () => now } })
  await loosenConstraints(shop.app.store.db)
  await fill(filled(staffId, "staff", start))
  await fill(mine)
})
afterAll(() => shop.close())

const fill = (filling: Filling) => shop.app.store.transaction((tx) => fillTables(tx, tables.values(), filling))
const isKey = (column: PgColumn) => /(^|_)id$/.test(column.name) && column.getSQLType() === "integer"
/** A credit note refers to its invoice by its number. */
const isReference = ({ name, table }: PgColumn) => name === "invoice_number" && getTableName(table) === "credit_notes"
const columnsIn = (table: PgTable) => columnsOf(table).map(([, column]) => column)
const keyOf = (table: PgTable) => columnsIn(table).find(isKey)!
const rowsOf = async (table: PgTable, id: number): Promise<Record<string, unknown>[]> =>
  shop.app.store.db
    .select()
    .from(table)
    .where(eq(keyOf(table), id))
const set = (table: PgTable, id: number, values: Record<string, unknown>) =>
  shop.app.store.db
    .update(table)
    .set(values)
    .where(eq(keyOf(table), id))
const split = (names = "") => names.split(" ").filter(Boolean)

/** The columns that the register says are in the export. */
function exportedIn({ personal = {}, withheld = {}, exported }: Entry): string[] {
  if (typeof withheld === "string") return []
  return [...Object.keys(personal).filter((name) => !(name in withheld)), ...split(exported)]
}

const aboutPersons = Object.entries(register).filter(([, { onDeletion }]) => onDeletion !== "none")

async function exportOf(id: number): Promise<() => Promise<string>> {
  const { token } = await openSession(shop.app.store, id, true, null)
  return async () => {
    const { status, body } = await shop.call("GET /api/users/account/export", { as: token })
    expect(status, JSON.stringify(body)).toBe(200)
    return JSON.stringify(body)
  }
}

test("the export has every field that the register says it has, and no other", async () => {
  const exported = await exportOf(mine.id)
  const before = await exported()
  const other = filled(1002, "changed", after(start, minutes(60)))
  const fillWith = async (filling: Filling, table: PgTable, names: string[]) => {
    const columns = columnsOf(table).filter(([, { name }]) => names.includes(name))
    const values = columns.map(([key, column]) => [key, valueFor(column, filling)])
    if (values.length > 0) await set(table, mine.id, Object.fromEntries(values))
  }
  const missing: string[] = []
  for (const [name, entry] of aboutPersons) {
    const table = tables.get(name)!
    for (const column of exportedIn(entry)) {
      // A text or a moment that no other column has.
      const value = valueFor(columnsIn(table).find(({ name }) => name === column)!, mine)
      if (typeof value !== "number" && typeof value !== "boolean" && before.includes(JSON.stringify(value))) continue
      await fillWith(other, table, [column])
      if ((await exported()) === before) missing.push(`${name}.${column}`)
      await fillWith(mine, table, [column])
    }
  }
  expect(missing).toEqual([])
  for (const [name, entry] of aboutPersons) {
    const table = tables.get(name)!
    const others = columnsIn(table)
      .filter((column) => !isKey(column) && !isReference(column))
      .filter((column) => !exportedIn(entry).includes(column.name))
    await fillWith(
      other,
      table,
      others.map((column) => column.name),
    )
  }
  expect(await exported()).toBe(before)
})

test("the register says why a table about persons is not in the export", () => {
  const silent = aboutPersons.filter(([, entry]) => exportedIn(entry).length === 0 && !entry.withheld)
  expect(silent.map(([name]) => name)).toEqual([])
})

test("the export has nothing of anybody else", async () => {
  const exported = await exportOf(mine.id)
  const before = await exported()
  await fill(filled(2001, "theirs", start))
  const text = await exported()
  expect(text).toBe(before)
  expect(text).not.toMatch(/theirs|staff|2001/)
  expect(text).not.toMatch(new RegExp(`\\b${staffId}\\b`))
})

test("every time that the register names is kept", async () => {
  const jobs = new Map<string, () => Promise<unknown>>()
  startJobs({ ...shop.app, jobs: { every: (_ms, name, work) => jobs.set(name, work), stop: async () => {} } })
  const limits = Object.entries(register).flatMap(([name, entry]) =>
    (entry.limits ?? []).map((limit) => ({ name, ...limit })),
  )
  const unkept: string[] = []
  for (const [index, { name, job, since, after: wait, when = {}, empties }] of limits.entries()) {
    const table = tables.get(name)!
    now = start
    const who = filled(4001 + 2 * index, `limit${index}`, start)
    const own = Object.fromEntries(Object.entries(when).map(([column, value]) => [`${name}.${column}`, value]))
    await fill({ ...who, fixed: { ...who.fixed, ...own, [`${name}.${since}`]: start } })
    const key = columnsIn(table).some(isKey) ? keyOf(table) : columnsIn(table)[0]!
    const held = async () => {
      const [row] = await shop.app.store.db
        .select()
        .from(table)
        .where(eq(key, valueFor(key, who)))
      const emptied = columnsOf(table).filter(([, column]) => split(empties).includes(column.name))
      return row !== undefined && (!empties || emptied.some(([code]) => row[code] !== null && row[code] !== ""))
    }
    const run = async (moment: Date) => {
      now = moment
      await jobs.get(job)!()
      return held()
    }
    const told = `${name}, ${since}: ${job}`
    if (!(await run(after(start, wait - minutes(1))))) unkept.push(`${told} too early`)
    if (await run(after(start, wait + minutes(1)))) unkept.push(`${told} never`)
  }
  now = start
  expect(limits.length).toBeGreaterThan(10)
  expect(unkept).toEqual([])
})

test("a job ends what the register keeps for a time", () => {
  const endless = Object.entries(register).filter(
    ([, { kept, limits }]) => /\b(minutes?|hours?|days?|weeks?|months?|year)\b/.test(kept) && !limits,
  )
  expect(endless.map(([name]) => name)).toEqual([])
})

test("a deleted account leaves only what the register says", async () => {
  const person = filled(9001, "gone", start)
  await fill(person)
  const { token } = await openSession(shop.app.store, person.id, true, null)
  const { status, body } = await shop.call("DELETE /api/users/account", { as: token })
  expect(status, JSON.stringify(body)).toBe(204)
  const left: string[] = []
  for (const [name, { onDeletion, personal = {}, stays }] of aboutPersons) {
    const [row] = await rowsOf(tables.get(name)!, person.id)
    if (onDeletion === "deleted" && row) left.push(name)
    if (onDeletion !== "anonymized" || !row) continue
    for (const [key, { name: column }] of columnsOf(tables.get(name)!)) {
      if (column in personal && !split(stays).includes(column) && !isEmpty(row[key])) left.push(`${name}.${column}`)
    }
  }
  expect(left).toEqual([])
})

/** Returns whether a value is empty; the country of an address is kept. */
function isEmpty(value: unknown): boolean {
  if (typeof value === "object" && value !== null && "country" in value) {
    return Object.entries(value).every(([name, part]) => name === "country" || part === "")
  }
  return value === null || ["", 0, "free", "Former member"].includes(value as string | number)
}
