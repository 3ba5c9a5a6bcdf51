import * as z from "zod"
import { Variants } from "./catalog.ts"
import { Id, line, paging, prose, Timestamp } from "./common.ts"
import { videoDeskTexts } from "./videoText.ts"

const shared = {
  id: Id,
  title: z.string(),
  description: z.string(),
  thumbnail_url: z.string().nullable(),
  thumbnail: z
    .object({ width: z.number().int(), height: z.number().int(), color: z.string(), variants: Variants })
    .nullable(),
  /** Seconds. */
  duration: z.number().nullable(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** Null once the model has left the shop. */
  doll_id: Id.nullable(),
  model_name: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  is_featured: z.boolean(),
  release_date: z.iso.date().nullable(),
  likes: z.number().int(),
  views: z.number().int(),
  created_at: Timestamp,
  /** The asker's level does not let it be watched. */
  locked: z.boolean(),
  /** Only in answers to admins of the videos. */
  is_published: z.boolean().optional(),
  /** Only in answers to admins of the videos: what the file is; null for a record without one. */
  file: z.object({ type: z.string(), size: z.number().int() }).nullable().optional(),
}

/** In a list the model is called `model_id` as well. */
export const ListedVideo = z.object({ ...shared, model_id: Id.nullable() })
export type ListedVideo = z.infer<typeof ListedVideo>

export const Video = z.object({
  ...shared,
  /** Signed, and good for a while; null for whoever may not watch. */
  url: z.string().nullable(),
  url_expires_at: Timestamp.nullable(),
  /** WebVTT, behind the same seal. */
  captions_url: z.string().nullable(),
  liked: z.boolean(),
  /** The neighbours in the list, the newest first. */
  previous_id: Id.nullable(),
  next_id: Id.nullable(),
})
export type Video = z.infer<typeof Video>

const asked = z.enum(["1", "true"]).optional()
export const VideoQuery = z.object({
  ...paging(50),
  q: z.string().trim().max(200).optional(),
  category: z.string().trim().max(40).optional(),
  /** Made on this day or later. */
  since: z.iso.date().optional(),
  doll_id: Id.optional(),
  featured: asked,
  sort: z.enum(["newest", "oldest", "views", "views_asc", "likes", "likes_asc"]).default("newest"),
  /** For admins of the videos: what is not shown, too. */
  all: asked,
})
export type VideoQuery = z.infer<typeof VideoQuery>
export const VideoPage = z.object(paging(50))
export const VideoCategoryParams = z.object({ category: z.string().trim().toLowerCase().min(1).max(40) })
export const VideoTagParams = z.object({ tag: z.string().trim().toLowerCase().min(1).max(30) })
export const VideoCategories = z.array(z.object({ category: z.string(), count: z.number().int() }))
export type VideoCategories = z.infer<typeof VideoCategories>

const Title = line(150, videoDeskTexts.titleRequired)
const Description = prose(5000, videoDeskTexts.descriptionRequired)
const Model = z.coerce.number({ error: videoDeskTexts.modelRequired }).int().positive().max(2_147_483_647)
/** WebVTT; empty for none. */
const Captions = z
  .string()
  .max(200_000, "Captions may have at most 200,000 characters.")
  .transform((text) => text.replace(/^\ufeff/, "").trim())
  .refine((text) => text === "" || /^WEBVTT(?:[ \t\n\r]|$)/.test(text), videoDeskTexts.notCaptions)
const Word = (most: number) =>
  z
    .string()
    .trim()
    .toLowerCase()
    .max(most, `At most ${most} characters.`)
    .refine((text) => !/\p{Cc}/u.test(text), "Control characters are not allowed")
const Tags = z
  .array(Word(30))
  .transform((tags) => [...new Set(tags.filter((tag) => tag !== ""))])
  .pipe(z.array(z.string()).max(10, "At most 10 tags."))

export const NewVideo = z.object({
  title: Title,
  description: Description,
  doll_id: Model,
  category: Word(40).default(""),
  tags: Tags.default([]),
  is_featured: z.boolean().default(false),
  release_date: z.iso.date().nullable().default(null),
})
export type NewVideo = z.infer<typeof NewVideo>

/** Only what is sent changes. */
export const EditVideo = z.object({
  title: Title.optional(),
  description: Description.optional(),
  doll_id: Model.optional(),
  category: Word(40).optional(),
  tags: Tags.optional(),
  is_featured: z.boolean().optional(),
  captions: Captions.nullable().optional(),
  is_published: z.boolean().optional(),
  release_date: z.iso.date().nullable().optional(),
})
export type EditVideo = z.infer<typeof EditVideo>

/** The fields beside the file of an upload; a form knows only text. `video_id` gives a record its film, or another one. */
export const VideoForm = z.object({
  title: Title,
  description: Description,
  doll_id: Model,
  category: Word(40).default(""),
  tags: z
    .string()
    .default("")
    .transform((text) => text.split(","))
    .pipe(Tags),
  is_featured: z
    .enum(["true", "false", "1", "0", "on", ""])
    .default("false")
    .transform((text) => text === "true" || text === "1" || text === "on"),
  release_date: z
    .union([z.literal("").transform(() => null), z.iso.date()])
    .nullable()
    .default(null),
})
export const ReplaceForm = z.object({ video_id: Id })

export const VideoViews = z.object({ views: z.number().int() })
export const VideoLikes = z.object({ likes: z.number().int(), liked: z.boolean() })
export type VideoLikes = z.infer<typeof VideoLikes>
