import { LRUCache } from "lru-cache"
import { seconds } from "../clock.ts"
import type { Database, Tx } from "../db/store.ts"

interface Counted {
  count: Promise<number>
  until: number
}

const counts = new WeakMap<Database, LRUCache<string, Counted>>()

export function forgetTotals(db: Database): void {
  counts.delete(db)
}

/**
 * The row count of a filter, cached until the catalogue changes, at most 30 s: counting 100,000 rows costs more than
 * reading one page. A transaction has its own `db`, so it counts again.
 */
export function total(tx: Tx, filter: string, count: () => Promise<number>): Promise<number> {
  let known = counts.get(tx.db)
  if (!known) {
    known = new LRUCache({ max: 1000 })
    counts.set(tx.db, known)
  }
  const now = tx.now().getTime()
  const found = known.get(filter)
  if (found && found.until > now) return found.count
  const counted: Counted = { count: count(), until: now + seconds(30) }
  known.set(filter, counted)
  counted.count.catch(() => known.delete(filter))
  return counted.count
}
