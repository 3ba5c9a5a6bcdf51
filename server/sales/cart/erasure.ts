import { asc, eq } from "drizzle-orm"
import type { Tx } from "../../platform/db/store.ts"
import { dolls } from "../../shopfront/catalog/tables.ts"
import { cartItems } from "./tables.ts"

export async function eraseCart(tx: Tx, userId: number): Promise<void> {
  await tx.db.delete(cartItems).where(eq(cartItems.userId, userId))
}

export async function exportCart(tx: Tx, userId: number) {
  const rows = await tx.db
    .select({
      dollId: cartItems.dollId,
      name: dolls.name,
      quantity: cartItems.quantity,
      createdAt: cartItems.createdAt,
    })
    .from(cartItems)
    .innerJoin(dolls, eq(dolls.id, cartItems.dollId))
    .where(eq(cartItems.userId, userId))
    .orderBy(asc(cartItems.id))
  return rows.map((row) => ({
    doll_id: row.dollId,
    doll_name: row.name,
    quantity: row.quantity,
    created_at: row.createdAt.toISOString(),
  }))
}
