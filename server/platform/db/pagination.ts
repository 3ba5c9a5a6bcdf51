import { asc, desc, type SQL, sql } from "drizzle-orm"
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core"

/** The sort order of a table: by `by`, then by id, both in one direction. */
export interface Order {
  by: AnyPgColumn | SQL
  down?: boolean
}

type Rows = PgTable & { id: AnyPgColumn }

export function inOrder(table: Rows, { by, down }: Order): SQL[] {
  return down ? [desc(by), desc(table.id)] : [asc(by), asc(table.id)]
}

/** The condition for rows after the row with this id, by its current values: it must not be deleted meanwhile. */
export function after(table: Rows, { by, down }: Order, id: number | null): SQL | undefined {
  if (id === null) return undefined
  const row = sql`select ${by}, ${table.id} from ${table} where ${table.id} = ${id}`
  return sql`(${by}, ${table.id}) ${sql.raw(down ? "<" : ">")} (${row})`
}
