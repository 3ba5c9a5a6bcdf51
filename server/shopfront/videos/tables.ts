import { bigint, boolean, date, doublePrecision, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core"
import { id, moment } from "../../platform/db/columns.ts"

export const videos = pgTable("videos", {
  id: id(),
  dollId: integer("doll_id").notNull(),
  title: text("title").notNull(),
  description: text("description").notNull(),
  category: text("category").notNull(),
  tags: text("tags").array().notNull().default([]),
  isFeatured: boolean("is_featured").notNull().default(false),
  isPublished: boolean("is_published").notNull().default(true),
  needsApproval: boolean("needs_approval").notNull().default(false),
  approvedBy: integer("approved_by"),
  changedBy: integer("changed_by").array().notNull().default([]),
  releaseDate: date("release_date", { mode: "string" }),
  file: text("file"),
  type: text("type").$type<VideoType>(),
  size: bigint("size", { mode: "number" }),
  duration: doublePrecision("duration"),
  width: integer("width"),
  height: integer("height"),
  captions: text("captions"),
  posterKey: text("poster_key"),
  posterWidth: integer("poster_width"),
  posterHeight: integer("poster_height"),
  posterColor: text("poster_color"),
  posterWidths: integer("poster_widths").array().notNull().default([]),
  posterFormats: text("poster_formats").array().$type<("avif" | "webp")[]>().notNull().default([]),
  likes: integer("likes").notNull().default(0),
  views: integer("views").notNull().default(0),
  version: integer("version").notNull().default(1),
  createdBy: integer("created_by"),
  createdAt: moment("created_at").notNull(),
  updatedAt: moment("updated_at").notNull(),
})
export type VideoType = "video/mp4" | "video/webm" | "video/ogg"
export type VideoRow = typeof videos.$inferSelect

export const videoViews = pgTable(
  "video_views",
  {
    videoId: integer("video_id").notNull(),
    userId: integer("user_id").notNull(),
    day: date("day", { mode: "string" }).notNull(),
    viewedAt: moment("viewed_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.videoId, table.userId, table.day] })],
)

export const videoLikes = pgTable(
  "video_likes",
  {
    videoId: integer("video_id").notNull(),
    userId: integer("user_id").notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.videoId, table.userId] })],
)

export const videoFileEnds = pgTable("video_file_ends", {
  key: text("key").primaryKey(),
  dueAt: moment("due_at").notNull(),
})
