import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core"
import type { SubjectKind } from "#contract/customers.ts"
import { id, moment } from "../../platform/db/columns.ts"

export const notes = pgTable("notes", {
  id: id(),
  subject: text("subject").$type<SubjectKind>().notNull(),
  /** The id of the account, the order or the room. */
  subjectId: integer("subject_id").notNull(),
  /** The customer that the note is about, or that the order or the room belongs to. */
  userId: integer("user_id").notNull(),
  authorId: integer("author_id").notNull(),
  content: text("content").notNull(),
  /** The staff who were notified. */
  mentions: integer("mentions").array().notNull().default([]),
  createdAt: moment("created_at").notNull(),
  editedAt: moment("edited_at"),
})

export const customerTags = pgTable(
  "customer_tags",
  {
    userId: integer("user_id").notNull(),
    tag: text("tag").notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.tag] })],
)
