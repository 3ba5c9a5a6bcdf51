import {
  and,
  arrayContains,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  isNotNull,
  isNull,
  lt,
  ne,
  or,
  type SQL,
  sql,
} from "drizzle-orm"
import type { ListedVideo, Video, VideoCategories, VideoQuery } from "#contract/videos.ts"
import { videoTexts } from "#contract/videoText.ts"
import { type Actor, assertAdmin, assertSignedIn, type Person } from "../../platform/auth/actor.ts"
import { type Batches, inBatches } from "../../platform/db/batches.ts"
import { inOrder, type Order } from "../../platform/db/pagination.ts"
import { searchPattern } from "../../platform/db/search.ts"
import type { Tx } from "../../platform/db/store.ts"
import { pointsAtMinors } from "../../platform/moderation/adults.ts"
import { notFound, Refusal } from "../../platform/refusal.ts"
import type { Page } from "../catalog/catalog.ts"
import { pictureUrl, variantsOf } from "../catalog/rows.ts"
import { dolls } from "../catalog/tables.ts"
import { type VideoRow, videoLikes, videos } from "./tables.ts"

export interface Found {
  video: VideoRow
  modelName: string
  modelIsThere: boolean
}

export type VideoFilter = Omit<VideoQuery, "skip" | "limit" | "sort"> & { tag?: string }

/** Lists videos, newest first; those without a file, unreleased or unapproved only for admins of the videos. */
export async function listVideos(
  tx: Tx,
  actor: Actor,
  { skip, limit, sort = "newest", ...filter }: VideoFilter & { skip: number; limit: number; sort?: VideoQuery["sort"] },
): Promise<Page<ListedVideo>> {
  if (filter.all) assertAdmin(actor, "content_admin")
  if (filter.q && pointsAtMinors(filter.q)) return { items: [], total: 0 }
  const where = and(filter.all ? undefined : shown(tx), ...conditionsOf(filter))
  const rows = await read(tx)
    .where(where)
    .orderBy(...inOrder(videos, sorts[sort]))
    .limit(limit)
    .offset(skip)
  const [all] = await tx.db
    .select({ count: count() })
    .from(videos)
    .innerJoin(dolls, eq(dolls.id, videos.dollId))
    .where(where)
  return { items: rows.map((row) => listedOf(row, actor)), total: all!.count }
}

/**
 * Exports all videos of a filter, for admins. Rows may be deleted meanwhile: the cursor holds the last row's values.
 */
export function exportVideos(tx: Tx, actor: Actor, { sort, ...filter }: VideoQuery): Batches<ListedVideo> {
  assertAdmin(actor, "content_admin")
  const { by, down, of } = sorts[sort]
  return inBatches(async (_, limit, last) => {
    const beyond =
      last && sql`(${by}, ${videos.id}) ${sql.raw(down ? "<" : ">")} (${sql.param(of(last), by)}, ${last.id})`
    const rows = await read(tx)
      .where(and(...conditionsOf(filter), beyond ?? undefined))
      .orderBy(...inOrder(videos, sorts[sort]))
      .limit(limit)
    return rows.map((row) => listedOf(row, actor))
  })
}

function listedOf(row: Found, actor: Actor): ListedVideo {
  const fields = present(row, actor)
  return { ...fields, model_id: fields.doll_id }
}

interface Sorting extends Order {
  by: typeof videos.createdAt | typeof videos.views | typeof videos.likes
  of(video: ListedVideo): Date | number
}
const sorts: Record<VideoQuery["sort"], Sorting> = {
  newest: { by: videos.createdAt, down: true, of: ({ created_at }) => new Date(created_at) },
  oldest: { by: videos.createdAt, of: ({ created_at }) => new Date(created_at) },
  views: { by: videos.views, down: true, of: ({ views }) => views },
  views_asc: { by: videos.views, of: ({ views }) => views },
  likes: { by: videos.likes, down: true, of: ({ likes }) => likes },
  likes_asc: { by: videos.likes, of: ({ likes }) => likes },
}
const newest = inOrder(videos, sorts.newest)
const oldest = inOrder(videos, sorts.oldest)

function conditionsOf({ q, category, tag, doll_id, featured, since }: VideoFilter): (SQL | undefined)[] {
  return [
    q ? sql`lower(${videos.title} || E'\\n' || ${videos.description}) ~ ${searchPattern(q)}` : undefined,
    category ? eq(videos.category, category.toLowerCase()) : undefined,
    tag ? arrayContains(videos.tags, [tag]) : undefined,
    doll_id ? eq(videos.dollId, doll_id) : undefined,
    featured ? eq(videos.isFeatured, true) : undefined,
    since ? gte(videos.createdAt, new Date(since)) : undefined,
  ]
}

/** The condition for videos that members can see. */
function shown(tx: Tx): SQL {
  const today = tx.now().toISOString().slice(0, 10)
  return and(
    isNotNull(videos.file),
    eq(videos.isPublished, true),
    eq(videos.needsApproval, false),
    // A model that is a draft or unapproved must not become visible through its video.
    sql`not exists (select from ${dolls} waiting where waiting.id = ${videos.dollId}
      and (waiting.needs_approval or waiting.draft_available is not null))`,
    or(isNull(videos.releaseDate), sql`${videos.releaseDate} <= ${today}`),
  )!
}

/** The categories in use, largest first. */
export async function listCategories(tx: Tx): Promise<VideoCategories> {
  return tx.db
    .select({ category: videos.category, count: count() })
    .from(videos)
    .where(and(shown(tx), ne(videos.category, "")))
    .groupBy(videos.category)
    .orderBy(desc(count()), asc(videos.category))
}

/** Returns a video without its link, which the caller adds according to the actor. */
export async function getVideo(tx: Tx, actor: Actor, id: number): Promise<{ facts: Facts; row: VideoRow }> {
  const entry = await findVideo(tx, actor, id)
  const { createdAt } = entry.video
  const neighbour = async (side: SQL, order: SQL[]) => {
    const [row] = await tx.db
      .select({ id: videos.id })
      .from(videos)
      .where(and(shown(tx), side))
      .orderBy(...order)
      .limit(1)
    return row?.id ?? null
  }
  const same = eq(videos.createdAt, createdAt)
  const newer = or(gt(videos.createdAt, createdAt), and(same, gt(videos.id, id)))!
  const older = or(lt(videos.createdAt, createdAt), and(same, lt(videos.id, id)))!
  return {
    row: entry.video,
    facts: {
      ...present(entry, actor),
      previous_id: await neighbour(newer, oldest),
      next_id: await neighbour(older, newest),
    },
  }
}
export type Facts = Omit<Video, "url" | "url_expires_at" | "captions_url" | "liked">

/** Returns other visible videos: those of the same model first, then those of the same category. */
export async function relatedVideos(tx: Tx, actor: Actor, id: number): Promise<ListedVideo[]> {
  const { video } = await findVideo(tx, actor, id)
  const rows = await read(tx)
    .where(and(shown(tx), ne(videos.id, id)))
    .orderBy(
      sql`(${videos.dollId} = ${video.dollId})::int * 2 + (${videos.category} = ${video.category})::int desc`,
      ...newest,
    )
    .limit(3)
  return rows.map((row) => listedOf(row, actor))
}

/** Lists the newest videos for the sitemap, as many as fit into one part of it beside the other pages. */
export async function listVideoAddresses(tx: Tx): Promise<{ id: number; updated_at: string }[]> {
  const rows = await tx.db
    .select({ id: videos.id, updatedAt: videos.updatedAt })
    .from(videos)
    .where(shown(tx))
    .orderBy(desc(videos.id))
    .limit(9000)
  return rows.map(({ id, updatedAt }) => ({ id, updated_at: updatedAt.toISOString() }))
}

export async function findVideo(tx: Tx, actor: Actor, id: number): Promise<Found> {
  const [found] = await read(tx).where(and(eq(videos.id, id), mayWrite(actor) ? undefined : shown(tx)))
  if (!found) throw notFound(videoTexts.notFound)
  return found
}

/** Returns the file of a video, without an access check: the signed link grants access. */
export async function fileOf(
  tx: Tx,
  id: number,
): Promise<Pick<VideoRow, "id" | "file" | "type" | "captions"> & { isShown: boolean }> {
  const isShown = sql<boolean>`(${shown(tx)})`
  const [row] = await tx.db
    .select({ id: videos.id, file: videos.file, type: videos.type, captions: videos.captions, isShown })
    .from(videos)
    .where(eq(videos.id, id))
  if (!row) throw notFound(videoTexts.notFound)
  return row
}

export async function isLiked(tx: Tx, actor: Actor, videoId: number): Promise<boolean> {
  if (actor.kind === "guest") return false
  const [row] = await tx.db
    .select({ videoId: videoLikes.videoId })
    .from(videoLikes)
    .where(and(eq(videoLikes.videoId, videoId), eq(videoLikes.userId, actor.id)))
  return row !== undefined
}

/** Allows the two upper levels, and staff, who need to preview videos. */
export function mayWatch(actor: Pick<Person, "role" | "level"> | { kind: "guest" }): boolean {
  return "role" in actor && (actor.role !== "user" || actor.level === "vip" || actor.level === "vvip")
}

export function assertMayWatch(actor: Actor): asserts actor is Person {
  assertSignedIn(actor)
  if (!mayWatch(actor)) throw new Refusal("MEMBERS_ONLY", videoTexts.notAllowed)
}

export function mayWrite(actor: Actor): boolean {
  return (
    actor.kind === "person" &&
    actor.role === "admin" &&
    (actor.adminType === "super_admin" || actor.adminType === "content_admin")
  )
}

const read = (tx: Tx) =>
  tx.db
    .select({ video: videos, modelName: dolls.name, modelIsThere: sql<boolean>`${dolls.deletedAt} is null` })
    .from(videos)
    .innerJoin(dolls, eq(dolls.id, videos.dollId))
    .$dynamic()

export function present({ video, modelName, modelIsThere }: Found, actor: Actor) {
  const { posterKey, posterWidth, posterHeight, posterColor, posterWidths: widths, posterFormats: formats } = video
  const poster = posterKey === null ? null : { key: posterKey, widths, formats }
  return {
    id: video.id,
    title: video.title,
    description: video.description,
    thumbnail_url: poster && pictureUrl(poster),
    thumbnail: poster && {
      width: posterWidth!,
      height: posterHeight!,
      color: posterColor!,
      variants: variantsOf(poster),
    },
    duration: video.duration,
    width: video.width,
    height: video.height,
    doll_id: modelIsThere ? video.dollId : null,
    model_name: modelName,
    category: video.category,
    tags: video.tags,
    is_featured: video.isFeatured,
    release_date: video.releaseDate,
    likes: video.likes,
    views: video.views,
    created_at: video.createdAt.toISOString(),
    locked: !mayWatch(actor),
    ...(mayWrite(actor)
      ? {
          is_published: video.isPublished,
          needs_approval: video.needsApproval,
          file: video.type && { type: video.type, size: video.size! },
        }
      : {}),
  }
}
