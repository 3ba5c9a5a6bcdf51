import { sql } from "drizzle-orm"
import type { Database } from "#server/platform/db/store.ts"

export type Row = Record<string, unknown>
export type Everything = Map<string, Row[]>

export async function everything(db: Database): Promise<Everything> {
  const ask = async <T>(query: string) => ((await db.execute(sql.raw(query))) as unknown as { rows: T[] }).rows
  const tables = await ask<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_name <> 'migrations' order by 1",
  )
  const all: Everything = new Map()
  for (const { name } of tables) {
    const rows = await ask<{ row: Row }>(`select to_jsonb(t) as row from "${name}" t`)
    all.set(
      name,
      rows.map(({ row }) => row),
    )
  }
  return all
}

/** Columns of the demo's pictures that every start updates to the current files. */
export const demoPictures = ["images", "slideshow_items"].flatMap((table) =>
  ["width", "height", "color", "widths", "formats", "dark"].map((column) => `${table}.${column}`),
)

/** Returns rows that no longer exist unchanged. Columns added since, and those in `changing`, are not compared. */
export function lost(before: Everything, after: Everything, changing: string[] = []): string[] {
  const missing: string[] = []
  for (const [table, rows] of before) {
    const columns = Object.keys(rows[0] ?? {}).filter((name) => !changing.includes(`${table}.${name}`))
    const key = (row: Row) => JSON.stringify(columns.map((name) => row[name]))
    const left = new Map<string, number>()
    for (const row of after.get(table) ?? []) left.set(key(row), (left.get(key(row)) ?? 0) + 1)
    for (const row of rows) {
      const found = left.get(key(row)) ?? 0
      if (found === 0) missing.push(`${table} ${key(row)}`)
      left.set(key(row), found - 1)
    }
  }
  return missing
}
