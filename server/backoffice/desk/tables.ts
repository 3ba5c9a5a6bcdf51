import { customType, integer, pgTable, text } from "drizzle-orm/pg-core"
import { id, moment } from "../../platform/db/columns.ts"

/** A question to the member after a conversation, open until it is answered or dismissed. */
export const chatRatings = pgTable("chat_ratings", {
  id: id(),
  roomId: integer("room_id").notNull(),
  userId: integer("user_id").notNull(),
  /** The moderator who answered in the conversation. */
  moderatorId: integer("moderator_id").notNull(),
  askedAt: moment("asked_at").notNull(),
  score: integer("score"),
  words: text("words"),
  answeredAt: moment("answered_at"),
  dismissedAt: moment("dismissed_at"),
})

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" })

/** The index of messages, written by `indexMessages`. */
export const chatWords = pgTable("chat_words", {
  messageId: integer("message_id").primaryKey(),
  roomId: integer("room_id").notNull(),
  words: tsvector("words").notNull(),
})

export const chatWordsUntil = pgTable("chat_words_until", {
  id: integer("id").primaryKey().default(1),
  messageId: integer("message_id").notNull(),
})
