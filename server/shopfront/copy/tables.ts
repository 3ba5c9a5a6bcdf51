import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core"
import type { Language } from "#contract/languages.ts"
import { moment } from "../../platform/db/columns.ts"

export const copyTexts = pgTable(
  "copy_texts",
  {
    piece: text("piece").notNull(),
    language: text("language").$type<Language>().notNull(),
    published: text("published"),
    publishedAt: moment("published_at"),
    draft: text("draft"),
    publishAt: moment("publish_at"),
    version: integer("version").notNull().default(1),
    updatedBy: integer("updated_by"),
    updatedAt: moment("updated_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.piece, table.language] })],
)
