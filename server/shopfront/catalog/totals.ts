import { LRUCache } from "lru-cache"
import { seconds } from "../../platform/clock.ts"
import type { Database, Tx } from "../../platform/db/store.ts"

interface Remembered {
  answer: Promise<unknown>
  until: number
}

const answers = new WeakMap<Database, LRUCache<string, Remembered>>()

export function forgetTotals(db: Database): void {
  answers.delete(db)
}

/** Returns the row count of a filter from memory: counting 100,000 rows costs more than reading one page. */
export function total(tx: Tx, filter: string, count: () => Promise<number>): Promise<number> {
  return remembered(tx, filter, count)
}

/** Caches an answer about all models until the catalogue changes, at most 30 s. A transaction has its own `db`. */
export function remembered<T>(tx: Tx, name: string, ask: () => Promise<T>): Promise<T> {
  let known = answers.get(tx.db)
  if (!known) {
    known = new LRUCache({ max: 1000 })
    answers.set(tx.db, known)
  }
  const now = tx.now().getTime()
  const found = known.get(name)
  if (found && found.until > now) return found.answer as Promise<T>
  const asked = { answer: ask(), until: now + seconds(30) }
  known.set(name, asked)
  asked.answer.catch(() => known.delete(name))
  return asked.answer
}
