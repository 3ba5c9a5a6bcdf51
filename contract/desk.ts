import * as z from "zod"
import { maxNoteLength } from "./adminLimits.ts"
import { Id, IdInput, idOf, prose, Timestamp, text } from "./common.ts"
import { maxRatingLength, maxRoomSearchLength } from "./limits.ts"
import { t } from "./t.ts"

/* The moderators' work on their chats: searches, snoozes, handovers, and ratings by members. */

/** The end of the snooze; null until the member writes. Refused if the member wrote after `last_message_id`. */
export const Snooze = z.object({
  until: Timestamp.nullable(),
  last_message_id: z.number().int().min(0).max(2_147_483_647),
})
export type Snooze = z.infer<typeof Snooze>
/** The optional note is added to the notes on the chat. */
export const HandOver = z.object({
  moderator_id: idOf(t`Please choose a moderator.`),
  note: prose(maxNoteLength, t`Please enter a note.`).optional(),
})
export type HandOver = z.infer<typeof HandOver>
export const Colleague = z.object({ id: Id, full_name: z.string(), online: z.boolean() })
export type Colleague = z.infer<typeof Colleague>

export const MessageSearch = z.object({
  /** Words that a message must have, all of them; the last one may be the beginning of a word. */
  q: text(t`Please enter at least two characters.`)
    .trim()
    .min(2, t`Please enter at least two characters.`)
    .max(maxRoomSearchLength),
  /** The id of the last message of a page; the next page has older ones. */
  before: IdInput.optional(),
})
export type MessageSearch = z.infer<typeof MessageSearch>
export const FoundMessage = z.object({
  id: Id,
  chat_room_id: Id,
  by_member: z.boolean(),
  member_name: z.string(),
  doll_name: z.string(),
  created_at: Timestamp,
  /** The part of the message around the match, in pieces; matching ones are marked. */
  excerpt: z.array(z.object({ text: z.string(), marked: z.boolean() })),
})
export type FoundMessage = z.infer<typeof FoundMessage>
/** The messages found, newest first. */
export const FoundMessages = z.object({ items: z.array(FoundMessage), next: Id.nullable() })
export type FoundMessages = z.infer<typeof FoundMessages>

/** The question to the member after a conversation; null for none. */
export const RatingQuestion = z.object({ question: z.object({ id: Id, asked_at: Timestamp }).nullable() })
export type RatingQuestion = z.infer<typeof RatingQuestion>
/** A rating of null dismisses the question. */
export const AnswerRating = z.object({
  id: idOf(t`This id is not valid.`),
  score: z.number({ error: t`Please choose one of the five.` }).int().min(1).max(5).nullable(),
  words: prose(maxRatingLength, t`Please enter a comment.`).optional(),
})
export type AnswerRating = z.infer<typeof AnswerRating>
export const ChatRating = z.object({
  id: Id,
  score: z.number().int(),
  words: z.string().nullable(),
  answered_at: Timestamp,
})
export type ChatRating = z.infer<typeof ChatRating>
