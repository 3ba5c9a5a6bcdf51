import { randomBytes } from "node:crypto"
import { desc, eq } from "drizzle-orm"
import type { Doll } from "#contract/catalog.ts"
import type { FavoritesLink } from "#contract/favorites.ts"
import { maxSharedFavorites } from "#contract/limits.ts"
import { type Actor, assertUser, guest } from "../../platform/auth/actor.ts"
import type { Tx } from "../../platform/db/store.ts"
import { notFound } from "../../platform/refusal.ts"
import * as catalog from "../catalog/catalog.ts"
import { favorites, favoriteLinks as links } from "./tables.ts"

/** Returns the link to the account's favorites; `token` is null while there is none. */
export async function favoritesLink(tx: Tx, actor: Actor): Promise<FavoritesLink> {
  assertUser(actor)
  const [row] = await tx.db.select({ token: links.token }).from(links).where(eq(links.userId, actor.id))
  return { token: row?.token ?? null }
}

/** Anybody with the link sees the models, but nothing of their owner. Idempotent: there is one link at a time. */
export async function shareFavorites(tx: Tx, actor: Actor): Promise<FavoritesLink> {
  assertUser(actor)
  const token = randomBytes(16).toString("base64url")
  await tx.db.insert(links).values({ userId: actor.id, token, createdAt: tx.now() }).onConflictDoNothing()
  return favoritesLink(tx, actor)
}

/** Removes the link for good: sharing once more creates another one. */
export async function unshareFavorites(tx: Tx, actor: Actor): Promise<void> {
  assertUser(actor)
  await tx.db.delete(links).where(eq(links.userId, actor.id))
}

/** Returns the models of a shared list that are in the shop, those added last first. */
export async function sharedFavorites(tx: Tx, token: string): Promise<Doll[]> {
  // The token comes from an address and can be anything.
  if (!/^[\w-]{22}$/.test(token)) throw notFound()
  const [link] = await tx.db.select({ userId: links.userId }).from(links).where(eq(links.token, token))
  if (!link) throw notFound()
  const rows = await tx.db
    .select({ dollId: favorites.dollId })
    .from(favorites)
    .where(eq(favorites.userId, link.userId))
    .orderBy(desc(favorites.createdAt), desc(favorites.id))
    .limit(maxSharedFavorites)
  const ids = rows.map(({ dollId }) => dollId)
  const dolls = await catalog.dollsById(tx, guest, ids)
  return ids.flatMap((id) => dolls.get(id) ?? [])
}
