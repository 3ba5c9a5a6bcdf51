import type { Tx } from "./store.ts"

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
