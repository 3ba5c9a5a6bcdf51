import { readdir } from "node:fs/promises"
import { sql } from "drizzle-orm"
import { getTableConfig, PgTable } from "drizzle-orm/pg-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openTestDatabase } from "#test/database.ts"
import type { OpenDatabase } from "./database.ts"
import { migrate } from "./migrate.ts"

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  await migrate(database)
})
afterAll(() => database.close())

const tables = await everyTable()

test.each(tables.map((table) => [getTableConfig(table).name, table] as const))(
  "the code's picture of %s is the database's",
  async (name, table) => {
    const found = await database.db.execute(sql`
      select column_name as name, is_nullable = 'YES' as nullable, column_default is not null or is_identity = 'YES' as filled
      from information_schema.columns where table_name = ${name} and table_schema = current_schema()`)
    const real = new Map((found as unknown as { rows: Column[] }).rows.map((column) => [column.name, column]))
    const drawn = getTableConfig(table).columns
    expect(drawn.map((column) => column.name).sort()).toEqual([...real.keys()].sort())
    for (const column of drawn) {
      expect([column.name, !column.notNull]).toEqual([column.name, real.get(column.name)!.nullable])
      // Columns that the code omits need a default in the database.
      if (column.hasDefault) expect([column.name, real.get(column.name)!.filled]).toEqual([column.name, true])
    }
  },
)

test("migrations run a second time without doing anything", async () => {
  expect(await migrate(database)).toEqual([])
})

interface Column {
  name: string
  nullable: boolean
  filled: boolean
}

async function everyTable(): Promise<PgTable[]> {
  const server = new URL("../../", import.meta.url)
  const files = (await readdir(server, { recursive: true })).filter((name) => name.endsWith("/tables.ts"))
  const modules = await Promise.all(files.map((name) => import(new URL(name, server).href)))
  return modules
    .flatMap((module) => Object.values(module))
    .filter((value): value is PgTable => value instanceof PgTable)
}
