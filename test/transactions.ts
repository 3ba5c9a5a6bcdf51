import { AsyncLocalStorage } from "node:async_hooks"
import pg from "pg"
import type { OpenDatabase } from "#server/platform/db/database.ts"

interface Running {
  isOpen: boolean
}

const current = new AsyncLocalStorage<Running>()
const found: Error[] = []

/**
 * Makes PostgreSQL as strict as the embedded database, whose single connection belongs to the running transaction.
 * Inside a transaction, a statement on any other handle is an error instead of waiting forever.
 */
export function refuseSecondHandles(database: OpenDatabase): OpenDatabase {
  for (const db of new Set([database.db, database.longRunning, database.patient, database.writing])) {
    const transaction = db.transaction.bind(db)
    db.transaction = (run, config) =>
      transaction(async (tx) => {
        const running = { isOpen: true }
        try {
          return await current.run(running, async () => await run(tx))
        } finally {
          running.isOpen = false
        }
      }, config)
  }
  return database
}

/** Runs code that does not belong to the transaction from which it is called, such as a request of a test. */
export function outsideTransactions<T>(run: () => T): T {
  return current.exit(run)
}

/** Throws the first use of a second handle, which the code under test may have caught. */
export function throwSecondHandle(): void {
  const [first] = found.splice(0)
  if (first) throw first
}

function refuse(): void {
  if (!current.getStore()?.isOpen) return
  const error = new Error("A second database handle is used inside a transaction: the embedded database would hang")
  found.push(error)
  throw error
}

const { connect } = pg.Pool.prototype
pg.Pool.prototype.connect = function (this: pg.Pool, ...given: unknown[]) {
  refuse()
  return Reflect.apply(connect, this, given)
} as typeof connect

const { query } = pg.Client.prototype
pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
  const isOfPool = "release" in this
  if (!isOfPool) refuse()
  return Reflect.apply(query, this, given)
} as typeof query
