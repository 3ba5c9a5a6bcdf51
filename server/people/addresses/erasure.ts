import { asc, eq } from "drizzle-orm"
import type { Tx } from "../../platform/db/store.ts"
import { addresses } from "./tables.ts"

export async function eraseSavedAddresses(tx: Tx, userId: number): Promise<void> {
  await tx.db.delete(addresses).where(eq(addresses.userId, userId))
}

export async function exportAddresses(tx: Tx, userId: number) {
  const rows = await tx.db.select().from(addresses).where(eq(addresses.userId, userId)).orderBy(asc(addresses.id))
  return rows.map(({ shipping, isDefault, createdAt, updatedAt }) => ({
    shipping,
    is_default: isDefault,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  }))
}
