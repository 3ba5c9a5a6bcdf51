import { inSpan } from "../tracing/tracing.ts"
import type { PipelinedPool } from "./pipelinedPool.ts"
import { type Database, isLocked, isLost, sqlState, type Tx } from "./store.ts"
import { statementSpan } from "./traces.ts"

interface Session {
  prepareQuery(
    query: { sql: string; params: unknown[] },
    fields: undefined,
    name: string | undefined,
    isResponseInArrayMode: false,
  ): { execute(): Promise<{ rows: unknown[] }> }
}

/**
 * Runs hand-written SQL as a named prepared statement, in the transaction of `tx` if there is one. For the few reads
 * that run so often that building and planning them each time would cost more than running them. Each name stands for
 * one text; with an empty name, the statement is planned for its own parameters.
 */
export async function statement<Row>(tx: Tx, name: string, text: string, params: unknown[]): Promise<Row[]> {
  const session = (tx.db as unknown as { _: { session: Session } })._.session
  const { rows } = await session.prepareQuery({ sql: text, params }, undefined, name || undefined, false).execute()
  return rows as Row[]
}

const pipelinedPools = new WeakMap<Database, PipelinedPool | null>()

/** Sends pipelined statements of this database through `pipelined` from now on, or on ordinary connections if null. */
export function setPipelinedPool(db: Database, pipelined: PipelinedPool | null): void {
  pipelinedPools.set(db, pipelined)
}

/** The time until which a statement, by name, avoids the pipeline because it found a row locked. */
const locked = new Map<string, number>()
const detour = 1000

/** Returns whether a statement can safely run twice. */
export const isRead = (text: string) =>
  /^\s*(select|with)\b/i.test(text) && !/\b(insert|update|delete|for share|nextval|pg_\w+)\b/i.test(text)

/**
 * Like `statement`, for reads that take about a millisecond and run all the time: on PostgreSQL, outside a transaction,
 * many share one connection. Do not use it for a statement that may run long: it would block those behind it. One that
 * finds a row locked is retried on an ordinary connection, and the same statement goes there for a second; so is a read
 * whose connection was lost.
 */
export async function pipelinedQuery<Row>(tx: Tx, name: string, text: string, params: unknown[]): Promise<Row[]> {
  const pipelined = pipelinedPools.get(tx.db)
  if (!pipelined || (locked.get(name) ?? 0) > performance.now()) return statement(tx, name, text, params)
  try {
    const { rows } = await inSpan(
      () => statementSpan(text),
      () => pipelined.run(name, text, params),
    )
    return rows as Row[]
  } catch (error) {
    if (isLocked(error)) locked.set(name, performance.now() + detour)
    else if (sqlState(error) !== "53300" && !(isLost(error) && isRead(text))) throw error
    return statement(tx, name, text, params)
  }
}
