import type { SQL } from "drizzle-orm"
import { sql } from "drizzle-orm"
import { LRUCache } from "lru-cache"
import { seconds } from "../clock.ts"
import type { Database, Tx } from "./store.ts"

interface Counted {
  count: number
  at: number
  again?: Promise<number>
}

/** Up to this many rows are counted exactly each time; the count of a larger table is refreshed every 30 s. */
const maxExact = 10_000
const kept = new WeakMap<Database, LRUCache<string, Counted>>()

/**
 * How many rows `from` (with its `where`) finds. Few are counted each time. A large count is cached, and recounted in
 * the background when it is 30 s old: counting 100,000 rows costs more than reading a page of them.
 */
export async function countOf(tx: Tx, name: string, from: SQL): Promise<number> {
  const known = kept.get(tx.db) ?? new LRUCache<string, Counted>({ max: 500 })
  kept.set(tx.db, known)
  const now = tx.now().getTime()
  const found = known.get(name)
  if (found) {
    if (found.at + seconds(30) < now) found.again ??= count(tx, from).then((number) => keep(known, name, number, now))
    found.again?.catch(() => known.delete(name))
    return found.count
  }
  const few = await number(
    tx,
    sql`select count(*)::int as count from (select 1 from ${from} limit ${maxExact + 1}) few`,
  )
  return few <= maxExact ? few : keep(known, name, await count(tx, from), now)
}

/** Whether the last count was above the limit for exact counting. */
export function isMany(tx: Tx, name: string): boolean {
  return kept.get(tx.db)?.has(name) ?? false
}

function keep(known: LRUCache<string, Counted>, name: string, number: number, at: number): number {
  // Once it is small again, it is counted exactly.
  if (number <= maxExact) known.delete(name)
  else known.set(name, { count: number, at })
  return number
}

const count = (tx: Tx, from: SQL) => number(tx, sql`select count(*)::int as count from ${from}`)

async function number(tx: Tx, query: SQL): Promise<number> {
  const found = (await tx.db.execute(query)) as unknown as { rows: { count: number }[] }
  return found.rows[0]!.count
}
