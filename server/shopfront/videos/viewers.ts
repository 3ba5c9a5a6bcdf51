import { and, countDistinct, eq, gte, sql } from "drizzle-orm"
import type { Video, VideoLikes } from "#contract/videos.ts"
import { videoTexts } from "#contract/videoText.ts"
import { currentPeriod } from "../../people/membership/allowance.ts"
import type { Actor } from "../../platform/auth/actor.ts"
import { users } from "../../platform/auth/tables.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import { notFound } from "../../platform/refusal.ts"
import { linkTo } from "./links.ts"
import { videoLikes, videos, videoViews } from "./tables.ts"
import { assertMayWatch, findVideo, getVideo, isLiked, mayWatch } from "./videos.ts"

/** Returns a video for the actor, with a signed link if they may watch it. */
export async function openVideo(tx: Tx, actor: Actor, id: number): Promise<{ video: Video; version: number }> {
  const { facts, row } = await getVideo(tx, actor, id)
  const link = actor.kind === "person" && mayWatch(actor) && row.file ? await linkTo(tx, row, actor) : null
  const video = {
    ...facts,
    url: link?.url ?? null,
    url_expires_at: link?.expiresAt.toISOString() ?? null,
    captions_url: link?.captionsUrl ?? null,
    liked: await isLiked(tx, actor, id),
  }
  return { video, version: row.version }
}

/** Counts one view per user, video and day; views by staff do not count. */
export async function countView(store: Store, actor: Actor, id: number): Promise<{ views: number }> {
  assertMayWatch(actor)
  const { video } = await findVideo(store, actor, id)
  if (actor.role !== "user") return { views: video.views }
  return store.transaction(async (tx) => {
    const now = tx.now()
    const [counted] = await tx.db
      .insert(videoViews)
      .values({ videoId: id, userId: actor.id, day: now.toISOString().slice(0, 10), viewedAt: now })
      .onConflictDoNothing()
      .returning()
    if (!counted) return { views: video.views }
    const [row] = await tx.db
      .update(videos)
      .set({ views: sql`${videos.views} + 1` })
      .where(eq(videos.id, id))
      .returning({ views: videos.views })
    await countOpened(tx, actor.id)
    return { views: row!.views }
  })
}

/** Counts the different videos that the account has opened in its current period. */
async function countOpened(tx: Tx, userId: number): Promise<void> {
  const period = await currentPeriod(tx, userId)
  if (!period) return
  const [opened] = await tx.db
    .select({ count: countDistinct(videoViews.videoId) })
    .from(videoViews)
    .where(and(eq(videoViews.userId, userId), gte(videoViews.viewedAt, period.startsAt)))
  await tx.db
    .update(users)
    .set({ videoAccessCount: opened!.count, videoAccessUntil: period.endsAt })
    .where(eq(users.id, userId))
}

export async function toggleLike(tx: Tx, actor: Actor, id: number): Promise<VideoLikes> {
  assertMayWatch(actor)
  await findVideo(tx, actor, id)
  const [row] = await tx.db.select({ likes: videos.likes }).from(videos).where(eq(videos.id, id)).for("update")
  if (!row) throw notFound(videoTexts.notFound)
  const mine = and(eq(videoLikes.videoId, id), eq(videoLikes.userId, actor.id))
  const [taken] = await tx.db.delete(videoLikes).where(mine).returning()
  if (!taken) await tx.db.insert(videoLikes).values({ videoId: id, userId: actor.id, createdAt: tx.now() })
  const likes = Math.max(0, row.likes + (taken ? -1 : 1))
  await tx.db.update(videos).set({ likes }).where(eq(videos.id, id))
  return { likes, liked: !taken }
}
