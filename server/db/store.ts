import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core"
import type { Bus, Json } from "../bus/bus.ts"
import type { Clock } from "../clock.ts"

export type Database = PgDatabase<PgQueryResultHKT, Record<string, never>>

/**
 * What a domain function works with: the database, the clock, and a way to tell others once the change is committed.
 * Inside a transaction use only this `db`: the embedded database has one connection, and a second handle would wait for ever.
 */
export interface Tx {
  readonly db: Database
  now(): Date
  /** Runs after the commit (at once outside a transaction); never for a transaction that was rolled back. */
  afterCommit(tell: () => void): void
  /**
   * Says it on the bus after the commit (at once outside a transaction); never for a transaction that was rolled back. What one
   * transaction tells keeps its order. Two that are under way at the same moment may be heard in either order, even if one waited for the
   * other's lock, because PostgreSQL lets a lock go before it answers: where order matters, the message carries its number.
   */
  tell(topic: string, message: Json): void
}

export interface Store extends Tx {
  /** Runs in one transaction; tried again when PostgreSQL breaks a deadlock. */
  transaction<T>(run: (tx: Tx) => Promise<T>): Promise<T>
  /** The same for work that grows with the shop: its statements take as long as they take. */
  unhurried<T>(run: (tx: Tx) => Promise<T>): Promise<T>
}

export function createStore(database: Database, clock: Clock, bus: Bus, unhurried = database): Store {
  const now = () => clock.now()
  return {
    db: database,
    now,
    afterCommit: (tell) => tell(),
    tell: bus.publish,
    transaction: (run) => transaction(database, run),
    unhurried: (run) => transaction(unhurried, run),
  }

  async function transaction<T>(on: Database, run: (tx: Tx) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const told: (() => void)[] = []
      try {
        const afterCommit = (tell: () => void) => void told.push(tell)
        const tell = (topic: string, message: Json) => afterCommit(() => bus.publish(topic, message))
        const result = await on.transaction((db) => run({ db, now, afterCommit, tell }))
        for (const tell of told) tell()
        return result
      } catch (error) {
        if (attempt >= 4 || !mayTryAgain(error)) throw error
      }
    }
  }
}

/** The SQLSTATE of a database error, wherever Drizzle has wrapped it. */
export function sqlState(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ("code" in at && typeof at.code === "string" && /^[0-9A-Z]{5}$/.test(at.code)) return at.code
  }
  return undefined
}

/** Whether an insert ran into the named unique constraint or index. */
export function violates(error: unknown, constraint: string): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ("constraint" in at && at.constraint === constraint) return true
  }
  return false
}

function mayTryAgain(error: unknown): boolean {
  const state = sqlState(error)
  return state === "40001" || state === "40P01"
}
