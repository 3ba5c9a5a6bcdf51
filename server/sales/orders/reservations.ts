import { eq } from "drizzle-orm"
import { cartRefusals } from "#contract/texts.ts"
import type { Tx } from "../../platform/db/store.ts"
import { Refusal } from "../../platform/refusal.ts"
import { changeStock, type Why } from "../../shopfront/catalog/stock.ts"
import { dolls } from "../../shopfront/catalog/tables.ts"
import { type ItemRow, orderItems } from "./tables.ts"

/** Reserves stock for an order. Throws OUT_OF_STOCK, naming the model; the caller holds the models' locks. */
export async function reserveStock(
  tx: Tx,
  items: Pick<ItemRow, "id" | "orderId" | "dollId" | "quantity" | "name">[],
  why: Why,
): Promise<void> {
  for (const { id, orderId, dollId, quantity, name } of items) {
    const doll = await changeStock(tx, dollId, { by: -quantity }, { ...why, orderId })
    if (!doll) await refuseStock(tx, dollId, name)
    await tx.db
      .update(orderItems)
      .set({ held: doll!.stock === null ? 0 : quantity })
      .where(eq(orderItems.id, id))
  }
}

export async function releaseStock(tx: Tx, items: ItemRow[], why: Why): Promise<void> {
  for (const { orderId, dollId, held } of items) {
    if (held > 0) await changeStock(tx, dollId, { by: held }, { ...why, orderId })
  }
}

async function refuseStock(tx: Tx, dollId: number, name: string): Promise<never> {
  const [doll] = await tx.db.select({ stock: dolls.stock }).from(dolls).where(eq(dolls.id, dollId))
  const left = doll?.stock ?? 0
  throw new Refusal(
    "OUT_OF_STOCK",
    left === 0 ? cartRefusals.soldOutNamed(name) : cartRefusals.onlyLeftNamed(name, left),
  )
}
