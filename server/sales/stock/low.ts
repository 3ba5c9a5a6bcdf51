import { count, gt } from "drizzle-orm"
import { notificationTexts } from "#contract/buyingText.ts"
import { statement } from "../../platform/db/statement.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import { notifyAdmins } from "../../platform/notifications/adminAlerts.ts"
import { live } from "../../shopfront/catalog/rows.ts"
import { stockAlerts } from "./tables.ts"

/** Raw SQL over `dolls d`, its row `a` of `stock_alerts`, and `s`, the settings. A threshold of 0 never warns. */
export const threshold = "coalesce(a.low_at, s.low_stock_at)"
export const isLow = `(${live} and d.stock <= ${threshold} and ${threshold} > 0)`

/** Notifies the admins of the catalogue once about each model that runs low, and again after it was restocked. */
export async function warnOfLowStock(store: Store): Promise<void> {
  await store.transaction(async (tx) => {
    const now = tx.now()
    await statement(
      tx,
      "",
      `update stock_alerts a set low_since = null from dolls d, shop_settings s
      where d.id = a.doll_id and a.low_since is not null and not coalesce(${isLow}, false)`,
      [],
    )
    // On a second node the rows are already marked.
    const rows = await statement(
      tx,
      "",
      `insert into stock_alerts as known (doll_id, low_since)
      select d.id, $1 from dolls d left join stock_alerts a on a.doll_id = d.id cross join shop_settings s
      where a.low_since is null and ${isLow} order by d.id
      on conflict (doll_id) do update set low_since = excluded.low_since where known.low_since is null
      returning doll_id`,
      [now],
    )
    if (rows.length === 0) return
    const link = "/admin?tab=stock&level=low"
    await notifyAdmins(tx, "stock", { kind: "stock_low", ...notificationTexts.stockLow, link })
  })
}

/** Counts the models that have run low since then, and are still low. */
export async function lowSince(tx: Tx, since: Date): Promise<number> {
  const [row] = await tx.db.select({ number: count() }).from(stockAlerts).where(gt(stockAlerts.lowSince, since))
  return row!.number
}
