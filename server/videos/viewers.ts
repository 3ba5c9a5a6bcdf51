import { and, countDistinct, desc, eq, gte, sql } from "drizzle-orm"
import type { Video, VideoLikes } from "#contract/videos.ts"
import { videoTexts } from "#contract/videoText.ts"
import type { Actor } from "../accounts/actor.ts"
import { users } from "../accounts/tables.ts"
import type { Store, Tx } from "../db/store.ts"
import { currentPeriod } from "../membership/allowance.ts"
import { notFound } from "../refusal.ts"
import { linkTo } from "./links.ts"
import { videoLikes, videos, videoViews } from "./tables.ts"
import { assertMayWatch, findVideo, getVideo, isLiked, mayWatch } from "./videos.ts"

/** One video as the asker may have it, with a link to its film for whoever may watch. */
export async function openVideo(tx: Tx, actor: Actor, id: number): Promise<{ video: Video; version: number }> {
  const { facts, row } = await getVideo(tx, actor, id)
  const link = actor.kind === "person" && mayWatch(actor) && row.file ? await linkTo(tx, row, actor.id) : null
  const video = {
    ...facts,
    url: link?.url ?? null,
    url_expires_at: link?.expiresAt.toISOString() ?? null,
    captions_url: link?.captionsUrl ?? null,
    liked: await isLiked(tx, actor, id),
  }
  return { video, version: row.version }
}

/** Counted once a user, video and day; staff watch uncounted. */
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

/** How many different videos the account has opened in the period that runs. */
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

/** A person leaves: what was liked is liked by one fewer, and views stay as a number. */
export async function forgetViewer(tx: Tx, userId: number): Promise<void> {
  const liked = await tx.db.delete(videoLikes).where(eq(videoLikes.userId, userId)).returning()
  for (const { videoId } of liked.sort((a, b) => a.videoId - b.videoId)) {
    await tx.db
      .update(videos)
      .set({ likes: sql`greatest(0, ${videos.likes} - 1)` })
      .where(eq(videos.id, videoId))
  }
  await tx.db.delete(videoViews).where(eq(videoViews.userId, userId))
}

/** What an account has watched and liked, for its owner. */
export async function ownVideos(tx: Tx, userId: number) {
  const watched = await tx.db
    .select({ id: videos.id, title: videos.title, at: videoViews.viewedAt })
    .from(videoViews)
    .innerJoin(videos, eq(videos.id, videoViews.videoId))
    .where(eq(videoViews.userId, userId))
    .orderBy(desc(videoViews.viewedAt), desc(videos.id))
  const liked = await tx.db
    .select({ id: videos.id, title: videos.title, at: videoLikes.createdAt })
    .from(videoLikes)
    .innerJoin(videos, eq(videos.id, videoLikes.videoId))
    .where(eq(videoLikes.userId, userId))
    .orderBy(desc(videoLikes.createdAt), desc(videos.id))
  const told = (rows: typeof watched) =>
    rows.map(({ id, title, at }) => ({ video_id: id, title, at: at.toISOString() }))
  return { watched: told(watched), liked: told(liked) }
}
