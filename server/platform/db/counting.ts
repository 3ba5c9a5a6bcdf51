import type { SQL } from "drizzle-orm"
import { sql } from "drizzle-orm"
import { LRUCache } from "lru-cache"
import { seconds } from "../clock.ts"
import type { Database, Tx } from "./store.ts"

interface Kept {
  value: unknown
  at: number
  again?: Promise<unknown>
}

/** Up to this number of rows are counted exactly each time; the count of a larger table is refreshed every 30 s. */
const maxExact = 10_000
const kept = new WeakMap<Database, LRUCache<string, Kept>>()

/** Returns the result of `read`. An expensive one (`isMany`) is cached, and read again in the background after 30 s. */
export async function recentOf<T>(
  tx: Tx,
  name: string,
  { read, isMany }: { read(): Promise<T>; isMany(value: T): boolean },
): Promise<T> {
  const known = kept.get(tx.db) ?? new LRUCache<string, Kept>({ max: 500 })
  kept.set(tx.db, known)
  const now = tx.now().getTime()
  const readAndKeep = async () => {
    const value = await read()
    // A result that is small again is read each time.
    if (isMany(value)) known.set(name, { value, at: now })
    else known.delete(name)
    return value
  }
  const found = known.get(name)
  if (!found) return readAndKeep()
  if (found.at + seconds(30) < now) found.again ??= readAndKeep().catch(() => known.delete(name))
  return found.value as T
}

/** Counts the rows of `from` (with its `where`). Counting 100,000 rows costs more than reading a page of them. */
export function countOf(tx: Tx, name: string, from: SQL): Promise<number> {
  const read = async () => {
    const few = await number(
      tx,
      sql`select count(*)::int as count from (select 1 from ${from} limit ${maxExact + 1}) few`,
    )
    return few <= maxExact ? few : number(tx, sql`select count(*)::int as count from ${from}`)
  }
  return recentOf(tx, name, { read, isMany: (count) => count > maxExact })
}

/** Returns whether the last count was above the limit for exact counting. */
export function isMany(tx: Tx, name: string): boolean {
  return kept.get(tx.db)?.has(name) ?? false
}

async function number(tx: Tx, query: SQL): Promise<number> {
  const found = (await tx.db.execute(query)) as unknown as { rows: { count: number }[] }
  return found.rows[0]!.count
}
