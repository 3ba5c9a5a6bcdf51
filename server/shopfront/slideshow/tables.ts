import { boolean, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core"
import { id, moment } from "../../platform/db/columns.ts"
import type { StoredPicture } from "../../platform/media/pictures.ts"

export const slideshowItems = pgTable("slideshow_items", {
  id: id(),
  caption: text("caption"),
  isVideo: boolean("is_video").notNull().default(false),
  key: text("key").notNull(),
  videoFile: text("video_file"),
  position: integer("position").notNull().default(0),
  width: integer("width"),
  height: integer("height"),
  color: text("color"),
  widths: integer("widths").array().notNull().default([]),
  formats: text("formats").array().$type<("avif" | "webp")[]>().notNull().default([]),
  dark: jsonb("dark").$type<StoredPicture>(),
  version: integer("version").notNull().default(1),
  createdAt: moment("created_at").notNull(),
  updatedAt: moment("updated_at").notNull(),
})
