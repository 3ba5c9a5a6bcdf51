import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core"
import { type Clock, seconds } from "../clock.ts"

/** The message of an event, which may leave the process as JSON: never a token, and normally only an id. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json | undefined }

/** Receives the events of a transaction after its commit; this is the bus. */
export interface Publisher {
  publish(topic: string, message: Json): void
}

export type Database = PgDatabase<PgQueryResultHKT, Record<string, never>>

/**
 * The argument of every domain function: the database, the clock, and events that are published once the change is
 * committed. Inside a transaction use only this `db`: the embedded database has one connection, so a second handle
 * would wait forever.
 */
export interface Tx {
  readonly db: Database
  now(): Date
  /** Runs after the commit (at once outside a transaction); never for a transaction that was rolled back. */
  afterCommit(run: () => void): void
  /**
   * Publishes an event after the commit (at once outside a transaction); never for a transaction that was rolled back.
   * Events of one transaction keep their order. Two concurrent transactions may publish in either order, even if one
   * waited for the other's lock, because PostgreSQL releases locks before it answers: where order matters, the message
   * carries a number.
   */
  publish(topic: string, message: Json): void
}

export interface Store extends Tx {
  /** Runs in one transaction. Retried after a deadlock and, on the `patient` database, after finding a row locked. */
  transaction<T>(run: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs in a transaction without a statement timeout, for work that grows with the shop. */
  longRunning<T>(run: (tx: Tx) => Promise<T>): Promise<T>
}

/** The time to wait for a locked row. */
export const lockTimeout = seconds(10)

export function createStore(
  database: Database,
  clock: Clock,
  bus: Publisher,
  {
    longRunning = database,
    patient = database,
    wrote = () => {},
  }: { longRunning?: Database; patient?: Database; wrote?: () => void } = {},
): Store {
  const now = () => clock.now()
  return {
    db: database,
    now,
    afterCommit: (run) => run(),
    publish: bus.publish,
    transaction: (run) => transaction(database, run),
    longRunning: (run) => transaction(longRunning, run),
  }

  async function transaction<T>(first: Database, run: (tx: Tx) => Promise<T>): Promise<T> {
    const until = performance.now() + lockTimeout
    let on = first
    for (let attempt = 1; ; ) {
      const committed: (() => void)[] = []
      try {
        const afterCommit = (run: () => void) => void committed.push(run)
        const publish = (topic: string, message: Json) => afterCommit(() => bus.publish(topic, message))
        const result = await on.transaction((db) => run({ db, now, afterCommit, publish })).finally(wrote)
        for (const task of committed) task()
        return result
      } catch (error) {
        if (isLocked(error) && first === database && performance.now() < until) on = patient
        else if (attempt++ >= 4 || !isRetryable(error)) throw error
      }
    }
  }
}

/** Returns the SQLSTATE of a database error, however Drizzle has wrapped it. */
export function sqlState(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ("code" in at && typeof at.code === "string" && /^[0-9A-Z]{5}$/.test(at.code)) return at.code
  }
  return undefined
}

/** Returns whether an insert violated the named unique constraint or index. */
export function violates(error: unknown, constraint: string): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ("constraint" in at && at.constraint === constraint) return true
  }
  return false
}

/** Returns whether the statement waited for a lock until `lock_timeout`. */
export const isLocked = (error: unknown) => sqlState(error) === "55P03"

/** Thrown for an abandoned connection: the database waits for us and we for it, so one side's message was lost. */
export class ConnectionLost extends Error {
  constructor() {
    super("Connection terminated: its other end was not heard any more")
  }
}

/** Returns whether the connection was lost during the statement, so that its effect is unknown. */
export function isLost(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof ConnectionLost) return true
  return false
}

function isRetryable(error: unknown): boolean {
  const state = sqlState(error)
  return state === "40001" || state === "40P01"
}

/** Returns whether no space is left, for the database or for a file. */
export function isFull(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ("code" in at && (at.code === "53100" || at.code === "ENOSPC" || at.code === "EDQUOT")) return true
  }
  return false
}

/** Returns whether the server is read-only: it is a standby, or became one while the connection was open. */
export const isReadOnly = (error: unknown) => sqlState(error) === "25006"

const awayStates = new Set(["53300", "55P03", "25006"])
const awayCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
])
/** Errors that pg and PGlite report without a code. */
const lostConnection =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|timeout expired|not queryable|PGlite is closed/i

/**
 * Returns whether the database is unreachable, shutting down, overloaded or read-only, a row was locked for too long,
 * or no space is left: the request was valid and may be retried.
 */
export function isAway(error: unknown): boolean {
  const state = sqlState(error)
  if (isFull(error)) return true
  if (state && (/^(08|57)/.test(state) || awayStates.has(state))) return true
  for (let at = error; at instanceof Error; at = at.cause) {
    if (awayCodes.has((at as NodeJS.ErrnoException).code ?? "") || lostConnection.test(at.message)) return true
  }
  return false
}
