import { eq } from "drizzle-orm"
import type { AccountExport } from "#contract/export.ts"
import type { Tx } from "../../platform/db/store.ts"
import { orders } from "../orders/tables.ts"
import { refundsOf } from "./refunds.ts"
import { returnsOf } from "./returns.ts"

/** Exports the refunds and returns of an account's orders, without data about staff. */
export async function exportRefunds(tx: Tx, userId: number): Promise<Pick<AccountExport, "refunds" | "returns">> {
  const exported: Pick<AccountExport, "refunds" | "returns"> = { refunds: [], returns: [] }
  for (const order of await tx.db.select().from(orders).where(eq(orders.userId, userId))) {
    const { id } = order
    for (const { created_by: _, can_cancel: __, ...refund } of await refundsOf(tx, order)) {
      exported.refunds.push({ ...refund, order_id: id })
    }
    for (const one of await returnsOf(tx, id)) exported.returns.push({ ...one, order_id: id })
  }
  return exported
}
