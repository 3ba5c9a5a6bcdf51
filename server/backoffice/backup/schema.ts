import { quoted, type Session } from "./session.ts"

export interface Table {
  name: string
  /** The columns that are not computed from others, by name. */
  columns: string[]
}

const own = (alias: string) => `${alias}.relnamespace = 'public'::regnamespace
  and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = ${alias}.oid and d.deptype = 'e')`

export function readTables({ query }: Session): Promise<Table[]> {
  return query<Table>(`
    select c.relname::text as name, array(
      select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by 1) as columns
    from pg_class c where c.relkind = 'r' and ${own("c")} order by 1`)
}

/** Returns whether nothing was ever created in the database. */
export async function isEmpty({ query }: Session): Promise<boolean> {
  const [found] = await query(
    `select from pg_class c where c.relkind in ('r', 'p', 'v', 'm', 'f', 'S') and ${own("c")} limit 1`,
  )
  return found === undefined
}

export interface Sequence {
  last: string
  isCalled: boolean
}

export async function readSequences({ query }: Session): Promise<Record<string, Sequence>> {
  const names = await query<{ name: string }>(
    `select c.relname::text as name from pg_class c where c.relkind = 'S' and ${own("c")} order by 1`,
  )
  const sequences: Record<string, Sequence> = {}
  for (const { name } of names) {
    const [row] = await query<Sequence>(`select last_value::text as last, is_called as "isCalled" from ${quoted(name)}`)
    sequences[name] = row!
  }
  return sequences
}

export async function setSequences({ query }: Session, sequences: Record<string, Sequence>): Promise<void> {
  for (const [name, { last, isCalled }] of Object.entries(sequences))
    await query("select setval($1::regclass, $2::bigint, $3)", [quoted(name), last, isCalled])
}

/**
 * Drops the foreign keys, so that tables can be filled in any order; the returned function creates them again, which
 * checks every row.
 */
export async function dropForeignKeys({ query }: Session): Promise<() => Promise<void>> {
  const keys = await query<{ place: string; name: string; definition: string }>(`
    select c.conrelid::regclass::text as place, c.conname::text as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace order by c.oid`)
  for (const { place, name } of keys) await query(`alter table ${place} drop constraint ${quoted(name)}`)
  return async () => {
    for (const { place, name, definition } of keys)
      await query(`alter table ${place} add constraint ${quoted(name)} ${definition}`)
  }
}
