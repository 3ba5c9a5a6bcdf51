import { boolean, date, doublePrecision, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core"
import type { MessageType } from "#contract/chat.ts"
import { id, moment } from "../../platform/db/columns.ts"

export const chatRooms = pgTable("chat_rooms", {
  id: id(),
  userId: integer("user_id").notNull(),
  dollId: integer("doll_id").notNull(),
  moderatorId: integer("moderator_id"),
  headSeq: integer("head_seq").notNull().default(0),
  /** The number of messages that are not deleted. */
  messageCount: integer("message_count").notNull().default(0),
  /** The numbers of messages that the member and the current moderator have not read. */
  userUnread: integer("user_unread").notNull().default(0),
  moderatorUnread: integer("moderator_unread").notNull().default(0),
  /** When the room was frozen. Nobody may write in it then. */
  frozenAt: moment("frozen_at"),
  /** The time of the member's first message after the last answer; null when nothing waits. */
  waitingSince: moment("waiting_since"),
  /** The end of the snooze; `untilAnswered` if it lasts until the member writes. */
  snoozedUntil: moment("snoozed_until"),
  /** When the room was handed over to its moderator: assigning the model no longer moves it. */
  handedOverAt: moment("handed_over_at"),
  /** The moderators who had the room before, each once. */
  formerModeratorIds: integer("former_moderator_ids").array().notNull().default([]),
  lastActivityAt: moment("last_activity_at").notNull(),
  createdAt: moment("created_at").notNull(),
})

export const chatMessages = pgTable("chat_messages", {
  id: id(),
  roomId: integer("room_id").notNull(),
  senderId: integer("sender_id").notNull(),
  /** The model's moderator when the message was written. */
  moderatorId: integer("moderator_id"),
  /** Kept when the message is deleted, because a `client_id` makes only one message, ever. */
  clientId: text("client_id"),
  /** `seq` belongs to its last change, `createdSeq` to its creation, and is its place in the room. */
  seq: integer("seq").notNull(),
  createdSeq: integer("created_seq").notNull(),
  type: text("type").$type<MessageType>().notNull(),
  content: text("content").notNull(),
  fileKey: text("file_key"),
  fileName: text("file_name"),
  fileType: text("file_type"),
  fileSize: integer("file_size"),
  fileWidth: integer("file_width"),
  fileHeight: integer("file_height"),
  flagged: boolean("flagged").notNull().default(false),
  /** Null where `moderation_decisions` has the decision. */
  judgedBy: text("judged_by"),
  createdAt: moment("created_at").notNull(),
  updatedAt: moment("updated_at").notNull(),
  deletedAt: moment("deleted_at"),
})

/** The read marks of people; they only rise. */
export const chatReads = pgTable(
  "chat_reads",
  {
    roomId: integer("room_id").notNull(),
    userId: integer("user_id").notNull(),
    lastMessageId: integer("last_message_id").notNull().default(0),
    /** Older nodes write this column; it is no longer read. */
    unread: integer("unread").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.roomId, table.userId] })],
)

export const chatCannedReplies = pgTable("chat_canned_replies", {
  id: id(),
  moderatorId: integer("moderator_id").notNull(),
  title: text("title").notNull(),
  content: text("content").notNull(),
  createdAt: moment("created_at").notNull(),
})

export const moderatorDays = pgTable(
  "moderator_days",
  {
    moderatorId: integer("moderator_id").notNull(),
    day: date("day", { mode: "string" }).notNull(),
    messages: integer("messages").notNull(),
    answers: integer("answers").notNull(),
    waitedSeconds: doublePrecision("waited_seconds").notNull(),
  },
  (table) => [primaryKey({ columns: [table.moderatorId, table.day] })],
)

export const moderatorModels = pgTable(
  "moderator_models",
  {
    moderatorId: integer("moderator_id").notNull(),
    dollId: integer("doll_id").notNull(),
    messages: integer("messages").notNull(),
  },
  (table) => [primaryKey({ columns: [table.moderatorId, table.dollId] })],
)
