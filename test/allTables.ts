import { createHash } from "node:crypto"
import { readdir } from "node:fs/promises"
import { getTableColumns, getTableName, sql } from "drizzle-orm"
import { type PgColumn, PgTable } from "drizzle-orm/pg-core"
import { after, dayOf, days } from "#server/platform/clock.ts"
import type { Database, Tx } from "#server/platform/db/store.ts"

/** Returns every table of the schema by its name in the database. */
export async function allTables(): Promise<Map<string, PgTable>> {
  const server = new URL("../server/", import.meta.url)
  const files = (await readdir(server, { recursive: true })).filter((name) => name.endsWith("/tables.ts"))
  const modules = await Promise.all(files.map((name) => import(new URL(name, server).href)))
  const tables = modules.flatMap((module) => Object.values(module)).filter((one) => one instanceof PgTable)
  return new Map(tables.map((table) => [getTableName(table), table]))
}

/** Lets rows contain any value, and refer to rows that the same transaction writes later. */
export async function loosenConstraints(db: Database): Promise<void> {
  const { rows } = (await db.execute(
    sql`select conrelid::regclass::text as place, conname as name, contype as kind from pg_constraint
      where contype in ('c', 'f') and connamespace = 'public'::regnamespace`,
  )) as unknown as { rows: { place: string; name: string; kind: string }[] }
  for (const { place, name, kind } of rows) {
    const change =
      kind === "c" ? `drop constraint "${name}"` : `alter constraint "${name}" deferrable initially deferred`
    await db.execute(sql.raw(`alter table ${place} ${change}`))
  }
}

/** How the values of a row are made. */
export interface Filling {
  /** The value of every number, so that rows of all tables with the same id refer to each other. */
  id: number
  /** Part of every text, followed by the column's name. */
  mark: string
  /** The latest possible time. */
  at: Date
  /** Values that cannot be made from the type of their column, by `table.column`. */
  fixed: Record<string, unknown>
}

/** Returns the value in `fixed`, or makes one from the column's type. */
export function valueFor(column: PgColumn, { id, mark, at, fixed }: Filling): unknown {
  const where = `${getTableName(column.table)}.${column.name}`
  if (where in fixed) return fixed[where]
  const text = `${mark} ${where}`
  const type = column.getSQLType()
  if (type === "text") return text
  if (type === "text[]") return [text]
  if (type === "integer[]") return [id]
  if (/^(integer|bigint|double precision)$/.test(type)) return id
  if (type === "boolean") return id % 2 === 1
  // Each column has its own time within the day before.
  if (type.startsWith("timestamp")) return after(at, -(hashOf(where).readUInt32BE() % days(1)))
  if (type === "date") return dayOf(after(at, -days(id)))
  if (where === "orders.shipping_method")
    return { id, name: text, translations: {}, from: 1, until: 2, isStandard: false }
  if (type === "jsonb") return { text }
  if (type === "tsvector") return text
  if (type === "bytea") return Buffer.from(text)
  if (type === "uuid") return `${hashOf(mark).toString("hex", 0, 4)}-0000-7000-8000-000000000000`
  throw new Error(`No value for ${where} of type ${type}`)
}

const hashOf = (text: string) => createHash("sha256").update(text).digest()

/** The writable columns of a table, with their names in code. */
export const columnsOf = (table: PgTable): [key: string, column: PgColumn][] =>
  Object.entries(getTableColumns(table)).filter(([, column]) => column.generated === undefined)

/** Inserts one row into each table. Call `loosenConstraints` first. */
export async function fillTables(tx: Tx, tables: Iterable<PgTable>, filling: Filling): Promise<void> {
  for (const table of tables) {
    const row = Object.fromEntries(columnsOf(table).map(([key, column]) => [key, valueFor(column, filling)]))
    await tx.db.insert(table).overridingSystemValue().values(row)
  }
}
