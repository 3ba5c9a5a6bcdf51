import * as z from "zod"
import { chatRatings } from "../../backoffice/desk/tables.ts"
import { chatCannedReplies, chatMessages, chatReads, chatRooms } from "../../conversation/chat/tables.ts"
import { after } from "../../platform/clock.ts"
import type { Tx } from "../../platform/db/store.ts"
import { flag } from "../../platform/moderation/queue.ts"
import { demoAccounts } from "./accounts.ts"
import { Duration, readContent, Text } from "./content.ts"
import { Slug } from "./piece.ts"

const Line = z.strictObject({
  from: z.enum(["member", "moderator"]),
  ago: Duration,
  text: Text,
  flagged: z.literal(true).optional(),
})
type Line = z.infer<typeof Line>

const Conversation = z.strictObject({
  member: z.enum(demoAccounts.map(({ email }) => email)),
  model: Slug,
  /** For how long the moderator has put it off. */
  snoozed: Duration.optional(),
  /** How many of the lines each has read. */
  read: z.strictObject({ member: z.int(), moderator: z.int() }),
  rating: z.strictObject({ score: z.int().min(1).max(5), words: Text, ago: Duration }).optional(),
  lines: z.array(Line).min(1),
})

const { conversations, replies } = readContent(
  "content/conversations.json",
  z.strictObject({
    conversations: z.array(Conversation),
    /** What a moderator says often. */
    replies: z.array(z.strictObject({ title: Text, content: Text })),
  }),
)

/** When the member wrote first after the last answer. */
function waitingSince(now: Date, lines: Line[]): Date | null {
  const first = lines[lines.findLastIndex(({ from }) => from === "moderator") + 1]
  return first ? after(now, -first.ago) : null
}

/** Conversations of the demo members, as they would look after some weeks. */
export async function seedConversations(
  tx: Tx,
  people: Map<string, number>,
  pieces: Map<string, { id: number; moderatorId: number | null }>,
): Promise<void> {
  const moderator = people.get("moderator@demo.example")!
  const kept = replies.map((reply) => ({ ...reply, moderatorId: moderator, createdAt: tx.now() }))
  await tx.db.insert(chatCannedReplies).values(kept)
  for (const { member, model, snoozed, read, rating, lines } of conversations) {
    const piece = pieces.get(model)!
    const userId = people.get(member)!
    const [room] = await tx.db
      .insert(chatRooms)
      .values({
        userId,
        dollId: piece.id,
        moderatorId: piece.moderatorId,
        headSeq: lines.length,
        messageCount: lines.length,
        userUnread: lines.slice(read.member).filter(({ from }) => from !== "member").length,
        moderatorUnread: lines.slice(read.moderator).filter(({ from }) => from === "member").length,
        waitingSince: waitingSince(tx.now(), lines),
        snoozedUntil: snoozed === undefined ? null : after(tx.now(), snoozed),
        lastActivityAt: after(tx.now(), -lines.at(-1)!.ago),
        createdAt: after(tx.now(), -lines[0]!.ago),
      })
      .returning()
    const rows = lines.map(({ from, text, ago, flagged = false }, n) => ({
      roomId: room!.id,
      senderId: from === "member" ? userId : moderator,
      moderatorId: piece.moderatorId,
      seq: n + 1,
      createdSeq: n + 1,
      type: "TEXT" as const,
      content: text,
      flagged,
      createdAt: after(tx.now(), -ago),
      updatedAt: after(tx.now(), -ago),
    }))
    const stored = await tx.db
      .insert(chatMessages)
      .values(rows)
      .returning({ id: chatMessages.id, flagged: chatMessages.flagged })
    if (rating) {
      const at = after(tx.now(), -rating.ago)
      await tx.db.insert(chatRatings).values({
        roomId: room!.id,
        userId,
        moderatorId: moderator,
        askedAt: at,
        score: rating.score,
        words: rating.words,
        answeredAt: at,
      })
    }
    const ids = stored.map(({ id }) => id).sort((a, b) => a - b)
    const markOf = (person: number, lastRead: number) => ({
      roomId: room!.id,
      userId: person,
      lastMessageId: ids[lastRead - 1] ?? 0,
    })
    await tx.db.insert(chatReads).values(markOf(userId, read.member))
    if (piece.moderatorId !== null) await tx.db.insert(chatReads).values(markOf(moderator, read.moderator))
    for (const { id } of stored.filter((message) => message.flagged)) {
      await flag(tx, { kind: "message", subjectId: id, roomId: room!.id, authorId: userId })
    }
  }
}
