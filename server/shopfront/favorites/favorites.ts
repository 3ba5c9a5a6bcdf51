import { and, count, desc, eq } from "drizzle-orm"
import type { Favorite, FavoriteCheck } from "#contract/favorites.ts"
import type { Language } from "#contract/languages.ts"
import { t } from "#contract/t.ts"
import { type Actor, assertUser } from "../../platform/auth/actor.ts"
import type { Tx } from "../../platform/db/store.ts"
import { notFound } from "../../platform/refusal.ts"
import * as catalog from "../catalog/catalog.ts"
import { inLanguage } from "../catalog/translations.ts"
import { favorites } from "./tables.ts"

type Row = typeof favorites.$inferSelect

export async function listFavorites(
  tx: Tx,
  actor: Actor,
  { skip, limit }: { skip: number; limit: number },
  language: Language = "en",
): Promise<catalog.Page<Favorite>> {
  assertUser(actor)
  const mine = eq(favorites.userId, actor.id)
  const rows = await tx.db
    .select()
    .from(favorites)
    .where(mine)
    .orderBy(desc(favorites.createdAt), desc(favorites.id))
    .limit(limit)
    .offset(skip)
  const [all] = await tx.db.select({ count: count() }).from(favorites).where(mine)
  return { items: await present(tx, actor, rows, language), total: all!.count }
}

/** Adds a favorite, or returns the existing one; `created` tells which. */
export async function addFavorite(
  tx: Tx,
  actor: Actor,
  dollId: number,
): Promise<{ favorite: Favorite; created: boolean }> {
  assertUser(actor)
  await catalog.getDoll(tx, actor, dollId)
  const made = await tx.db
    .insert(favorites)
    .values({ userId: actor.id, dollId, createdAt: tx.now() })
    .onConflictDoNothing()
    .returning()
  const row = made[0] ?? (await find(tx, actor.id, dollId))
  // Another request has added and removed it in between.
  if (!row) throw notFound(t`Favorite not found`)
  const [favorite] = await present(tx, actor, [row])
  return { favorite: favorite!, created: made.length > 0 }
}

export async function removeFavorite(tx: Tx, actor: Actor, id: number): Promise<void> {
  assertUser(actor)
  const gone = await tx.db
    .delete(favorites)
    .where(and(eq(favorites.id, id), eq(favorites.userId, actor.id)))
    .returning({ id: favorites.id })
  if (gone.length === 0) throw notFound(t`Favorite not found`)
}

export async function checkFavorite(tx: Tx, actor: Actor, dollId: number): Promise<FavoriteCheck> {
  assertUser(actor)
  const row = await find(tx, actor.id, dollId)
  return { is_favorite: row !== undefined, favorite_id: row?.id ?? null }
}

async function find(tx: Tx, userId: number, dollId: number): Promise<Row | undefined> {
  const [row] = await tx.db
    .select()
    .from(favorites)
    .where(and(eq(favorites.userId, userId), eq(favorites.dollId, dollId)))
  return row
}

async function present(tx: Tx, actor: Actor, rows: Row[], language: Language = "en"): Promise<Favorite[]> {
  const english = await catalog.dollsById(
    tx,
    actor,
    rows.map((row) => row.dollId),
  )
  const shown = await inLanguage(tx, language, [...english.values()])
  const dolls = new Map(shown.map((doll) => [doll.id, doll]))
  return rows.map((row) => ({
    id: row.id,
    doll_id: row.dollId,
    created_at: row.createdAt.toISOString(),
    doll: dolls.get(row.dollId) ?? null,
  }))
}
