import { desc, eq } from "drizzle-orm"
import type { Tx } from "../../platform/db/store.ts"
import { dolls } from "../catalog/tables.ts"
import { favoriteLinks, favorites } from "./tables.ts"

export async function eraseFavorites(tx: Tx, userId: number): Promise<void> {
  await tx.db.delete(favorites).where(eq(favorites.userId, userId))
  await tx.db.delete(favoriteLinks).where(eq(favoriteLinks.userId, userId))
}

export async function exportFavorites(tx: Tx, userId: number) {
  const rows = await tx.db
    .select({ dollId: favorites.dollId, name: dolls.name, createdAt: favorites.createdAt })
    .from(favorites)
    .innerJoin(dolls, eq(dolls.id, favorites.dollId))
    .where(eq(favorites.userId, userId))
    .orderBy(desc(favorites.id))
  return rows.map((row) => ({ doll_id: row.dollId, doll_name: row.name, created_at: row.createdAt.toISOString() }))
}

export async function exportFavoritesLink(tx: Tx, userId: number) {
  const [row] = await tx.db.select().from(favoriteLinks).where(eq(favoriteLinks.userId, userId))
  return row ? { token: row.token, created_at: row.createdAt.toISOString() } : null
}
