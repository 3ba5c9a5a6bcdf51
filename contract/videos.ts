import * as z from "zod"
import { maxVideoTags, maxVideoTitleLength } from "./adminLimits.ts"
import { Variants } from "./catalog.ts"
import { day, Id, line, paging, prose, Search, Timestamp, text } from "./common.ts"
import { maxVideoCategoryLength } from "./limits.ts"
import { t } from "./t.ts"
import { videoAdminTexts } from "./videoText.ts"

const shared = {
  id: Id,
  title: z.string(),
  description: z.string(),
  thumbnail_url: z.string().nullable(),
  thumbnail: z
    .object({ width: z.number().int(), height: z.number().int(), color: z.string(), variants: Variants })
    .nullable(),
  /** In seconds. */
  duration: z.number().nullable(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** Null if the model has left the shop. */
  doll_id: Id.nullable(),
  model_name: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  is_featured: z.boolean(),
  release_date: z.iso.date().nullable(),
  likes: z.number().int(),
  views: z.number().int(),
  created_at: Timestamp,
  /** True if the caller's level does not permit watching it. */
  locked: z.boolean(),
  /** Only in responses to admins of the videos. */
  is_published: z.boolean().optional(),
  /** True if moderation removed it until an admin other than its creator approves it. Only for admins of the videos. */
  needs_approval: z.boolean().optional(),
  /** The type and size of the file; null for a record without one. Only in responses to admins of the videos. */
  file: z.object({ type: z.string(), size: z.number().int() }).nullable().optional(),
}

/** Lists also have the model's id as `model_id`. */
export const ListedVideo = z.object({ ...shared, model_id: Id.nullable() })
export type ListedVideo = z.infer<typeof ListedVideo>

export const Video = z.object({
  ...shared,
  /** A signed link with an expiry; null if the caller may not watch. */
  url: z.string().nullable(),
  url_expires_at: Timestamp.nullable(),
  /** The address of the captions in WebVTT, with the same signature. */
  captions_url: z.string().nullable(),
  liked: z.boolean(),
  /** The neighbours in the list, newest first. */
  previous_id: Id.nullable(),
  next_id: Id.nullable(),
})
export type Video = z.infer<typeof Video>

const asked = z.enum(["1", "true"]).optional()
export const VideoQuery = z.object({
  ...paging(50),
  q: Search,
  category: text().trim().max(maxVideoCategoryLength).optional(),
  /** Selects videos created on this day or later. */
  since: day().optional(),
  doll_id: Id.optional(),
  featured: asked,
  sort: z.enum(["newest", "oldest", "views", "views_asc", "likes", "likes_asc"]).default("newest"),
  /** Includes hidden videos, for admins of the videos. */
  all: asked,
})
export type VideoQuery = z.infer<typeof VideoQuery>
export const VideoPage = z.object(paging(50))
export const VideoCategoryParams = z.object({
  category: text().trim().toLowerCase().min(1).max(maxVideoCategoryLength),
})
export const VideoTagParams = z.object({ tag: text().trim().toLowerCase().min(1).max(30) })
export const VideoCategories = z.array(z.object({ category: z.string(), count: z.number().int() }))
export type VideoCategories = z.infer<typeof VideoCategories>

const Title = line(maxVideoTitleLength, videoAdminTexts.titleRequired)
const Description = prose(5000, videoAdminTexts.descriptionRequired)
const Model = z.coerce.number<number>({ error: videoAdminTexts.modelRequired }).int().positive().max(2_147_483_647)
/** Captions in WebVTT; empty for none. */
const Captions = text()
  .max(200_000, t`Captions can have at most 200,000 characters.`)
  .transform((text) => text.replace(/^\ufeff/, "").trim())
  .refine((text) => text === "" || /^WEBVTT(?:[ \t\n\r]|$)/.test(text), videoAdminTexts.notCaptions)
const Word = (most: number) =>
  text()
    .trim()
    .toLowerCase()
    .max(most)
    .refine((text) => !/\p{Cc}/u.test(text), t`Control characters are not allowed.`)
const Tags = z
  .array(Word(30))
  .transform((tags) => [...new Set(tags.filter((tag) => tag !== ""))])
  .pipe(z.array(z.string()).max(maxVideoTags, t`Must be ${maxVideoTags} tags or fewer.`))

export const NewVideo = z.object({
  title: Title,
  description: Description,
  doll_id: Model,
  category: Word(maxVideoCategoryLength).default(""),
  tags: Tags.default([]),
  is_featured: z.boolean().default(false),
  release_date: day().nullable().default(null),
})
export type NewVideo = z.infer<typeof NewVideo>

/** Only the fields sent change. */
export const EditVideo = z.object({
  title: Title.optional(),
  description: Description.optional(),
  doll_id: Model.optional(),
  category: Word(maxVideoCategoryLength).optional(),
  tags: Tags.optional(),
  is_featured: z.boolean().optional(),
  captions: Captions.nullable().optional(),
  is_published: z.boolean().optional(),
  release_date: day().nullable().optional(),
})
export type EditVideo = z.infer<typeof EditVideo>
/** Absent when the request is a form with a thumbnail. */
export const EditVideoBody = EditVideo.nullish()

/**
 * The other form fields of an upload; form values are text. `video_id` adds or replaces the file of an existing record.
 */
export const VideoForm = z.object({
  title: Title,
  description: Description,
  doll_id: Model,
  category: Word(maxVideoCategoryLength).default(""),
  tags: text()
    .default("")
    .transform((text) => text.split(","))
    .pipe(Tags),
  is_featured: z
    .enum(["true", "false", "1", "0", "on", ""])
    .default("false")
    .transform((text) => text === "true" || text === "1" || text === "on"),
  release_date: z
    .union([z.literal("").transform(() => null), day()])
    .nullable()
    .default(null),
})
export const ReplaceForm = z.object({ video_id: Id })

export const VideoViews = z.object({ views: z.number().int() })
export const VideoLikes = z.object({ likes: z.number().int(), liked: z.boolean() })
export type VideoLikes = z.infer<typeof VideoLikes>
