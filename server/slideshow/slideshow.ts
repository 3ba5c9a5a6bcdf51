import { asc, count } from "drizzle-orm"
import type { Slide } from "#contract/slideshow.ts"
import type { Actor } from "../accounts/actor.ts"
import type { Page } from "../catalog/catalog.ts"
import { pictureUrl, variantsOf } from "../catalog/rows.ts"
import type { Tx } from "../db/store.ts"
import { slideshowItems } from "./tables.ts"

export async function listSlides(
  tx: Tx,
  _actor: Actor,
  { skip, limit }: { skip: number; limit: number },
): Promise<Page<Slide>> {
  const rows = await tx.db
    .select()
    .from(slideshowItems)
    .orderBy(asc(slideshowItems.position), asc(slideshowItems.id))
    .limit(limit)
    .offset(skip)
  const [all] = await tx.db.select({ count: count() }).from(slideshowItems)
  return { items: rows.map(present), total: all!.count }
}

/** A film's picture is its poster, if it has one. */
export function present(row: typeof slideshowItems.$inferSelect): Slide {
  const hasPicture = row.widths.length > 0
  return {
    id: row.id,
    slideshow_image_url: hasPicture ? pictureUrl(row) : null,
    slideshow_video_url: row.videoFile ? `/media/${row.videoFile}` : null,
    slideshow_caption: row.caption,
    is_video: row.isVideo,
    position: row.position,
    width: row.width,
    height: row.height,
    color: row.color,
    variants: hasPicture ? variantsOf(row) : null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }
}
