import { asc, desc, type SQL, sql } from "drizzle-orm"
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core"

/** A way through a table: by this, and among what is equal by the id, in one direction. */
export interface Order {
  by: AnyPgColumn | SQL
  down?: boolean
}

type Rows = PgTable & { id: AnyPgColumn }

export function inOrder(table: Rows, { by, down }: Order): SQL[] {
  return down ? [desc(by), desc(table.id)] : [asc(by), asc(table.id)]
}

/** What follows the row of an id. It is compared with the row as it is now, so the row must not leave the table meanwhile. */
export function after(table: Rows, { by, down }: Order, id: number | null): SQL | undefined {
  if (id === null) return undefined
  const row = sql`select ${by}, ${table.id} from ${table} where ${table.id} = ${id}`
  return sql`(${by}, ${table.id}) ${sql.raw(down ? "<" : ">")} (${row})`
}
