import { and, asc, desc, eq, gt, isNotNull, isNull, sql } from "drizzle-orm"
import type { AnswerRating, ChatRating, RatingQuestion } from "#contract/desk.ts"
import type { AccountExport } from "#contract/export.ts"
import { deskTexts } from "#contract/memberText.ts"
import { generalTexts } from "#contract/texts.ts"
import { auditReading } from "../../conversation/chat/audit.ts"
import { lockRoom } from "../../conversation/chat/messages.ts"
import { assertMember, enter } from "../../conversation/chat/policy.ts"
import { type Actor, assertNotSuspended, assertStaff } from "../../platform/auth/actor.ts"
import { stageOf } from "../../platform/auth/present.ts"
import { users } from "../../platform/auth/tables.ts"
import { after, days, hours } from "../../platform/clock.ts"
import { statement } from "../../platform/db/statement.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import { assertAdultText } from "../../platform/moderation/adults.ts"
import { type Judgement, type Moderation, refusalOf } from "../../platform/moderation/moderation.ts"
import { accountTopic } from "../../platform/notifications/notifications.ts"
import { Refusal } from "../../platform/refusal.ts"
import { chatRatings } from "./tables.ts"

/** A conversation is over this long after its last message. */
const rests = hours(24)
/** No question is asked about a conversation that ended earlier, for example while the shop was down. */
const tooLate = days(3)
/** How long the question is shown. */
const shown = days(7)

/**
 * SQL of the rooms, or the room $3, in which the moderator had the last word and both sides have written since the last
 * question. The last message came between $1 and $2.
 */
const resting = `
  select r.id from chat_rooms r
  where ($3::int is null or r.id = $3) and r.last_activity_at > $1::timestamptz and r.last_activity_at <= $2::timestamptz
    and r.waiting_since is null and r.moderator_id is not null and r.frozen_at is null
    and exists (select from chat_messages m where m.room_id = r.id and m.sender_id = r.user_id and m.deleted_at is null
      and m.created_at > coalesce((select max(a.asked_at) from chat_ratings a where a.room_id = r.id), '-infinity'))
    and exists (select from chat_messages m where m.room_id = r.id and m.sender_id = r.moderator_id
      and m.deleted_at is null
      and m.created_at > coalesce((select max(a.asked_at) from chat_ratings a where a.room_id = r.id), '-infinity'))
  order by r.id limit 500`

/** Asks the members of conversations that are over, once each; members who may not enter their rooms are not asked. */
export async function askForRatings(store: Store): Promise<number> {
  const now = store.now()
  const times = [after(now, -tooLate).toISOString(), after(now, -rests).toISOString()]
  const rooms = await statement<{ id: number }>(store, "", resting, [...times, null])
  let asked = 0
  for (const { id } of rooms) {
    await store.transaction(async (tx) => {
      // Another node may have asked, or a message may have come meanwhile.
      const room = await lockRoom(tx, id)
      const still = await statement(tx, "", resting, [...times, id])
      if (!room || still.length === 0) return
      const [user] = await tx.db.select().from(users).where(eq(users.id, room.userId))
      if (user!.deletedAt || user!.suspendedAt || stageOf(user!, tx.now()).level === "free") return
      await tx.db
        .insert(chatRatings)
        .values({ roomId: id, userId: room.userId, moderatorId: room.moderatorId!, askedAt: tx.now() })
      publishQuestion(tx, room.userId, id)
      asked++
    })
  }
  return asked
}

/** Returns the open question in a room, for its member. */
export async function readQuestion(tx: Tx, actor: Actor, roomId: number): Promise<RatingQuestion> {
  assertMember(actor)
  await enter(tx, actor, roomId)
  const [open] = await tx.db
    .select()
    .from(chatRatings)
    .where(and(eq(chatRatings.roomId, roomId), isOpen, gt(chatRatings.askedAt, after(tx.now(), -shown))))
    .orderBy(desc(chatRatings.id))
    .limit(1)
  return { question: open ? { id: open.id, asked_at: open.askedAt.toISOString() } : null }
}

const isOpen = and(isNull(chatRatings.answeredAt), isNull(chatRatings.dismissedAt))

/** Answers or dismisses a question, once. The text is moderated like a message. */
export async function answerQuestion(
  store: Store,
  moderation: Moderation,
  actor: Actor,
  { roomId, id, score, words }: AnswerRating & { roomId: number },
): Promise<void> {
  assertMember(actor)
  assertNotSuspended(actor)
  await enter(store, actor, roomId)
  const text = score === null ? null : (words ?? null)
  const about = { kind: "message" as const, subjectId: null, roomId, authorId: actor.id, text: text ?? "" }
  let judgement: Judgement | null = null
  if (text) {
    judgement = await moderation.judge(about)
    const refusal = refusalOf(judgement)
    if (refusal) {
      const blocked = judgement
      await store.transaction((tx) => moderation.record(tx, blocked, about))
      throw refusal
    }
    assertAdultText({ words: text })
  }
  await store.transaction(async (tx) => {
    const now = tx.now()
    const answer = score === null ? { dismissedAt: now } : { score, words: text, answeredAt: now }
    const mine = and(eq(chatRatings.id, id), eq(chatRatings.roomId, roomId), eq(chatRatings.userId, actor.id))
    const [row] = await tx.db.update(chatRatings).set(answer).where(and(mine, isOpen)).returning()
    if (!row) throw new Refusal("CONFLICT", deskTexts.ratingGone)
    // The review queue gets a copy; a doubtful text is stored here too.
    if (judgement && judgement.decision !== "allow") await moderation.record(tx, judgement, about)
    publishQuestion(tx, actor.id, roomId)
  })
}

function publishQuestion(tx: Tx, userId: number, roomId: number): void {
  tx.publish(accountTopic(userId), { type: "rating", room_id: roomId })
}

/** Lists the member's answers in a room, newest first, for those who answer in it, and admins. */
export async function listRatings(store: Store, actor: Actor, roomId: number): Promise<ChatRating[]> {
  assertStaff(actor)
  const entered = await enter(store, actor, roomId)
  if (entered.roomRole === "member") throw new Refusal("FORBIDDEN", generalTexts.moderatorRequired)
  await auditReading(store, entered)
  const rows = await store.db
    .select()
    .from(chatRatings)
    .where(and(eq(chatRatings.roomId, roomId), isNotNull(chatRatings.answeredAt)))
    .orderBy(desc(chatRatings.id))
    .limit(20)
  return rows.map(({ id, score, words, answeredAt }) => ({
    id,
    score: score!,
    words,
    answered_at: answeredAt!.toISOString(),
  }))
}

/** Returns how members rated a moderator's conversations of the last thirty days. */
export async function ratingsOf(tx: Tx, moderatorId: number): Promise<{ count: number; average: number | null }> {
  const since = gt(chatRatings.answeredAt, after(tx.now(), -days(30)))
  const [row] = await tx.db
    .select({ count: sql<number>`count(*)::int`, average: sql<number | null>`round(avg(score), 1)::float8` })
    .from(chatRatings)
    .where(and(eq(chatRatings.moderatorId, moderatorId), since))
  return row!
}

export async function eraseRatings(tx: Tx, userId: number): Promise<void> {
  await tx.db.delete(chatRatings).where(eq(chatRatings.userId, userId))
}

export async function exportRatings(tx: Tx, userId: number): Promise<AccountExport["chat_ratings"]> {
  const rows = await tx.db.select().from(chatRatings).where(eq(chatRatings.userId, userId)).orderBy(asc(chatRatings.id))
  return rows.map((row) => ({
    room_id: row.roomId,
    asked_at: row.askedAt.toISOString(),
    score: row.score,
    words: row.words,
    answered_at: row.answeredAt?.toISOString() ?? null,
  }))
}
