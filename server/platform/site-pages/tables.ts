import { integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core"
import type { Builtin, PagePlace, PageTexts } from "#contract/sitePages.ts"
import { id, moment } from "../db/columns.ts"
import type { Picture } from "../media/pictures.ts"

export const sitePages = pgTable("site_pages", {
  id: id(),
  builtin: text("builtin").$type<Builtin>(),
  slug: text("slug").notNull(),
  /** Earlier slugs, which lead to the page. */
  formerSlugs: text("former_slugs").array().notNull().default([]),
  place: text("place").$type<PagePlace>().notNull().default("none"),
  position: integer("position").notNull().default(0),
  draft: jsonb("draft").$type<PageTexts>().notNull().default({}),
  /** The number of the version that visitors see; null for none, or for the text that the shop comes with. */
  published: integer("published"),
  version: integer("version").notNull().default(1),
  updatedBy: integer("updated_by"),
  createdAt: moment("created_at").notNull(),
  updatedAt: moment("updated_at").notNull(),
})

export const sitePageVersions = pgTable(
  "site_page_versions",
  {
    pageId: integer("page_id").notNull(),
    number: integer("number").notNull(),
    texts: jsonb("texts").$type<PageTexts>().notNull(),
    publishedBy: integer("published_by"),
    publishedAt: moment("published_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.pageId, table.number] })],
)

export const sitePagePictures = pgTable("site_page_pictures", {
  id: id(),
  pageId: integer("page_id").notNull(),
  key: text("key").notNull(),
  width: integer("width").notNull(),
  height: integer("height").notNull(),
  widths: integer("widths").array().notNull(),
  formats: text("formats").array().$type<Picture["formats"]>().notNull(),
  createdAt: moment("created_at").notNull(),
})
