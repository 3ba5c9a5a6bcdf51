import { and, eq, isNull, type SQL, sql } from "drizzle-orm"
import type { StockReason } from "#contract/stockReasons.ts"
import { statement } from "../../platform/db/statement.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import { catalogChanged } from "./changes.ts"
import { dolls, stockEntries } from "./tables.ts"

export interface Why {
  reason: StockReason
  /** The admin who changed the stock. Not needed with an order, which has its customer. */
  actorId?: number
  orderId?: number
  note?: string | null
}
/** Pieces to add or take, or a new count that replaces the one the caller saw. Null means made to order. */
export type StockChange = { by: number } | { from: number | null; to: number | null }

/**
 * The only function that changes `dolls.stock`. It writes the ledger too, so that the changes of a model always sum up
 * to its stock. Returns null and changes nothing if too few pieces are left, or if the count is no longer `from`.
 * Adding to or taking from a model made to order changes nothing either, and succeeds. It locks the model: lock several
 * in the order of their ids.
 */
export async function changeStock(
  tx: Tx,
  dollId: number,
  change: StockChange,
  why: Why,
): Promise<{ stock: number | null } | null> {
  const isDelta = "by" in change
  const [row] = await tx.db
    .update(dolls)
    .set({ stock: isDelta ? sql`${dolls.stock} + ${change.by}` : change.to })
    .where(and(eq(dolls.id, dollId), isDelta ? hasRoomFor(change.by) : isCount(change.from)))
    .returning({ stock: dolls.stock })
  if (!row) return null
  if (isDelta ? row.stock === null : change.from === change.to) return row
  await tx.db.insert(stockEntries).values({
    dollId,
    change: isDelta ? change.by : (change.to ?? 0) - (change.from ?? 0),
    stockAfter: row.stock,
    ...why,
    createdAt: tx.now(),
  })
  catalogChanged(tx)
  return row
}

const hasRoomFor = (by: number): SQL => sql`(${dolls.stock} is null or ${dolls.stock} + ${by} >= 0)`
const isCount = (count: number | null) => (count === null ? isNull(dolls.stock) : eq(dolls.stock, count))

/** Records the first entries of new models that were inserted with their stock. */
export async function recordCreated(
  tx: Tx,
  rows: Pick<typeof dolls.$inferSelect, "id" | "stock" | "createdAt" | "createdBy">[],
  why: Pick<Why, "reason" | "note"> = { reason: "created" },
): Promise<void> {
  const entries = rows.flatMap(({ id: dollId, stock, createdAt, createdBy }) =>
    stock === null ? [] : [{ dollId, change: stock, stockAfter: stock, actorId: createdBy, ...why, createdAt }],
  )
  if (entries.length > 0) await tx.db.insert(stockEntries).values(entries)
}

const missing = `coalesce(d.stock, 0) - coalesce((select sum(e.change) from stock_entries e where e.doll_id = d.id), 0)`

/** Writes entries for changes that nodes of the version before the ledger have made without one. */
export async function recordUnrecorded(store: Store): Promise<void> {
  const deviating = await statement<{ id: number }>(
    store,
    "",
    `select d.id from dolls d left join (select doll_id, sum(change) as total from stock_entries group by doll_id) e
    on e.doll_id = d.id where coalesce(d.stock, 0) <> coalesce(e.total, 0) order by d.id`,
    [],
  )
  for (const { id } of deviating) {
    await store.transaction(async (tx) => {
      await tx.db.select({ id: dolls.id }).from(dolls).where(eq(dolls.id, id)).for("no key update")
      await statement(
        tx,
        "",
        `insert into stock_entries (doll_id, change, stock_after, reason, created_at)
        select d.id, ${missing}, d.stock, 'unrecorded', $2 from dolls d where d.id = $1 and ${missing} <> 0`,
        [id, tx.now()],
      )
    })
  }
}
