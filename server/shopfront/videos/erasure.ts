import { desc, eq, sql } from "drizzle-orm"
import type { Tx } from "../../platform/db/store.ts"
import { videoLikes, videos, videoViews } from "./tables.ts"

/** Removes the likes of a deleted account from the counters; views remain as a number. */
export async function eraseViewer(tx: Tx, userId: number): Promise<void> {
  const liked = await tx.db.delete(videoLikes).where(eq(videoLikes.userId, userId)).returning()
  for (const { videoId } of liked.sort((a, b) => a.videoId - b.videoId)) {
    await tx.db
      .update(videos)
      .set({ likes: sql`greatest(0, ${videos.likes} - 1)` })
      .where(eq(videos.id, videoId))
  }
  await tx.db.delete(videoViews).where(eq(videoViews.userId, userId))
}

/** Exports what an account has watched and liked. */
export async function exportVideos(tx: Tx, userId: number) {
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
