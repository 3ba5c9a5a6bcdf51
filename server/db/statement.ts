import type { Lane } from "./lane.ts"
import type { Database, Tx } from "./store.ts"

interface Session {
  prepareQuery(
    query: { sql: string; params: unknown[] },
    fields: undefined,
    name: string | undefined,
    isResponseInArrayMode: false,
  ): { execute(): Promise<{ rows: unknown[] }> }
}

/**
 * Runs hand-written SQL as a named prepared statement, in the transaction of `tx` if there is one. For the few reads that are
 * asked so often that building and planning them each time would cost more than answering. One name, one text; an empty name is
 * planned for its own parameters.
 */
export async function statement<Row>(tx: Tx, name: string, text: string, params: unknown[]): Promise<Row[]> {
  const session = (tx.db as unknown as { _: { session: Session } })._.session
  const { rows } = await session.prepareQuery({ sql: text, params }, undefined, name || undefined, false).execute()
  return rows as Row[]
}

const lanes = new WeakMap<Database, Lane>()

/** Quick statements of this database, outside a transaction, take the lane from now on. */
export function takeLane(db: Database, lane: Lane): void {
  lanes.set(db, lane)
}

/**
 * Like `statement`, for what takes about a millisecond and is asked all the time: on PostgreSQL, outside a transaction, many
 * travel on one connection. What may run long or wait for a lock would keep others waiting there: it is no quick statement.
 */
export async function quickStatement<Row>(tx: Tx, name: string, text: string, params: unknown[]): Promise<Row[]> {
  const lane = lanes.get(tx.db)
  if (!lane) return statement(tx, name, text, params)
  const { rows } = await lane.run(name, text, params)
  return rows as Row[]
}
