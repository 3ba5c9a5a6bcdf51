import { and, asc, inArray, lte, type SQL, sql } from "drizzle-orm"
import type { PgColumn, PgTable, PgUpdateSetSource } from "drizzle-orm/pg-core"
import { minutes } from "../clock.ts"
import type { Store, Tx } from "../db/store.ts"

/** Rows that wait until they are due, written in the transaction of the change that they are about. */
export interface Outbox<Waiting extends PgTable & { id: PgColumn }> {
  table: Waiting
  /** The column that says from when on a row is due. */
  due: PgColumn
  /** A flag of rows that wait until no other is due. */
  last?: PgColumn
  /** Those that do wait, if not all. */
  where?(now: Date): SQL | undefined
  /** How many are claimed at once. */
  batch: number
  /** What a claim changes: until the claim ends, later than an attempt can, the row is not due. */
  claimed(now: Date): PgUpdateSetSource<Waiting>
}

/** Delay after the n-th failed attempt; after the last one it is given up. About five hours in total. */
export const retryDelays = [0.5, 2, 5, 15, 45, 90, 150].map(minutes)

/**
 * Takes what has been due for longest, as it is with the claim's changes. No two nodes take the same row; if one dies
 * midway, another takes it when the claim ends.
 */
export async function claim<Waiting extends PgTable & { id: PgColumn }>(
  { db, now }: Tx,
  { table, due, last, where, batch, claimed }: Outbox<Waiting>,
): Promise<Waiting["$inferSelect"][]> {
  const rows = db
    .select({ id: table.id })
    .from(table as PgTable)
    .where(and(lte(due, now()), where?.(now())))
    .orderBy(...(last ? [asc(last)] : []), asc(due))
    .limit(batch)
    .for("update", { skipLocked: true })
  // As a subquery of the condition it could be run more than once, and lock more than a batch.
  const taken = db
    .with(db.$with("taken").as(rows))
    .update(table)
    .set(claimed(now()))
    .where(inArray(table.id, sql`(select id from taken)`))
    .returning()
  return taken as Promise<Waiting["$inferSelect"][]>
}

/**
 * Claims a batch after the other and sends its rows at the same time; returns how many were sent. A receiver that takes
 * nothing is not tried with the whole queue; the job runs again shortly.
 */
export async function sendEach<Waiting extends PgTable & { id: PgColumn }>(
  store: Store,
  outbox: Outbox<Waiting>,
  send: (row: Waiting["$inferSelect"]) => Promise<boolean>,
): Promise<number> {
  let sent = 0
  for (let turn = 0; turn < 20; turn++) {
    const rows = await claim(store, outbox)
    const now = (await Promise.all(rows.map(send))).filter(Boolean).length
    sent += now
    if (rows.length < outbox.batch || now === 0) break
  }
  return sent
}
