import { and, eq, gte, inArray, sql } from "drizzle-orm"
import { dayAfter, dayOf } from "../../platform/clock.ts"
import { advisoryLocks } from "../../platform/db/advisoryLocks.ts"
import { inParts } from "../../platform/db/batches.ts"
import { recentOf } from "../../platform/db/counting.ts"
import { dayIn, dayParams, type RolledUp, rolledUp, rollUpDays } from "../../platform/db/rollUp.ts"
import { shopSetting } from "../../platform/db/shopSetting.ts"
import { statement } from "../../platform/db/statement.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import { type chatMessages, chatRooms, moderatorDays, moderatorModels } from "./tables.ts"

/** The number of a moderator's messages on a day about a model, and how long members waited for the replies. */
export interface AnsweredDay {
  moderator_id: number
  doll_id: number
  day: string
  messages: number
  answers: number
  waited: number
}

const name = "answers"

/**
 * $1 to $4 are those of `dayParams`, $5 the moderators. A reply follows a member's turn; the wait is measured from the
 * start of that turn. The moderator is compared with an array: with a single value the planner would not use the index
 * of moderators' messages.
 */
const counting = `
  select m.sender_id as moderator_id, r.doll_id, to_char(${dayIn("m.created_at")}, 'YYYY-MM-DD') as day,
    count(*)::int as messages, count(asked.since)::int as answers,
    coalesce(sum(extract(epoch from m.created_at - asked.since)), 0)::float8 as waited
  from chat_messages m join chat_rooms r on r.id = m.room_id left join lateral (
    select q.created_at as since from chat_messages q
    where q.room_id = m.room_id and q.created_seq < m.created_seq and q.sender_id = r.user_id and q.deleted_at is null
      and q.created_seq > coalesce((select p.created_seq from chat_messages p where p.room_id = m.room_id
        and p.created_seq < m.created_seq and p.sender_id <> r.user_id and p.deleted_at is null
        order by p.created_seq desc limit 1), 0)
    order by q.created_seq limit 1) asked on true
  where m.sender_id = any($5::integer[]) and m.sender_id = m.moderator_id and m.deleted_at is null
    and m.created_at >= $1 and m.created_at < $2
  group by 1, 2, 3`

const count = (tx: Tx, moderators: number[], from: string, to: string, zone: string) =>
  statement<AnsweredDay>(tx, "", counting, [...dayParams(from, to, zone), moderators])

/** A day with more messages than this is counted every 30 s: each costs two index scans. */
const maxExact = 500

/** The days up to today that are not rolled up yet. */
interface OpenDays {
  today: string
  open: AnsweredDay[]
}

/** Returns the moderator's figures for the days after the last rollup; up to 30 s old on a busy day. */
export async function answeredSince(store: Store, moderatorId: number): Promise<OpenDays> {
  const { last, zone } = await rollUpAnswers(store)
  const today = dayOf(store.now(), zone)
  const open = await recentOf(store, `answers ${moderatorId} ${zone} ${last}`, {
    read: () => count(store, [moderatorId], dayAfter(last), today, zone),
    isMany: (days) => sum(days, "messages") > maxExact,
  })
  return { today, open }
}

/** Returns the same figures of all moderators; up to 30 s old if there are many messages. */
export async function answeredByAll(store: Store): Promise<OpenDays> {
  const { last, zone } = await rollUpAnswers(store)
  const today = dayOf(store.now(), zone)
  const open = await recentOf(store, `answers of all ${zone} ${last}`, {
    read: async () => {
      const rows = await statement<{ id: number }>(store, "", "select id from users where role = 'moderator'", [])
      const ids = rows.map(({ id }) => id)
      return count(store, ids, dayAfter(last), today, zone)
    },
    isMany: (days) => sum(days, "messages") > maxExact,
  })
  return { today, open }
}

export function rollUpAnswers(store: Store): Promise<RolledUp> {
  return rollUpDays(store, { name, lock: advisoryLocks.responseTimes, clear, keep: keepDays })
}

async function clear(tx: Tx): Promise<void> {
  await tx.db.delete(moderatorDays)
  await tx.db.delete(moderatorModels)
}

async function keepDays(tx: Tx, last: string | null, until: string, zone: string): Promise<void> {
  const from = last ? dayAfter(last) : await firstDay(tx, zone)
  if (!from || from > until) return
  const rows = await statement<{ id: number }>(tx, "", "select id from users where role = 'moderator' order by id", [])
  const moderators = rows.map(({ id }) => id)
  await keep(tx, await count(tx, moderators, from, until, zone))
}

async function firstDay(tx: Tx, zone: string): Promise<string | null> {
  const text = "select min(created_at) as first from chat_messages"
  const [row] = await statement<{ first: Date | string | null }>(tx, "", text, [])
  return row!.first && dayOf(new Date(row!.first), zone)
}

async function keep(tx: Tx, said: AnsweredDay[]): Promise<void> {
  const days = Map.groupBy(said, ({ moderator_id, day }) => `${moderator_id} ${day}`)
  const dayRows = [...days.values()].map((list) => ({
    moderatorId: list[0]!.moderator_id,
    day: list[0]!.day,
    messages: sum(list, "messages"),
    answers: sum(list, "answers"),
    waitedSeconds: sum(list, "waited"),
  }))
  const models = Map.groupBy(said, ({ moderator_id, doll_id }) => `${moderator_id} ${doll_id}`)
  const modelRows = [...models.values()].map((list) => ({
    moderatorId: list[0]!.moderator_id,
    dollId: list[0]!.doll_id,
    messages: sum(list, "messages"),
  }))
  for (const part of inParts(dayRows)) await tx.db.insert(moderatorDays).values(part)
  for (const part of inParts(modelRows)) {
    await tx.db
      .insert(moderatorModels)
      .values(part)
      .onConflictDoUpdate({
        target: [moderatorModels.moderatorId, moderatorModels.dollId],
        set: { messages: sql`${moderatorModels.messages} + excluded.messages` },
      })
  }
}

/** Subtracts a deleted message of a moderator from its day, if that is rolled up. */
export async function uncountAnswer(tx: Tx, message: typeof chatMessages.$inferSelect): Promise<void> {
  const { senderId, moderatorId, roomId, createdAt } = message
  if (senderId !== moderatorId) return
  const setting = await shopSetting(tx, "time_zone")
  if (dayOf(createdAt, setting) === dayOf(tx.now(), setting)) return
  await statement(tx, "", "select pg_advisory_xact_lock_shared($1)", [advisoryLocks.responseTimes])
  const day = dayOf(createdAt, (await rolledUp(tx, name))?.zone)
  const [counted] = await tx.db
    .update(moderatorDays)
    .set({ messages: sql`${moderatorDays.messages} - 1` })
    .where(and(eq(moderatorDays.moderatorId, senderId), eq(moderatorDays.day, day), gte(moderatorDays.messages, 1)))
    .returning()
  if (!counted) return
  const doll = tx.db.select({ id: chatRooms.dollId }).from(chatRooms).where(eq(chatRooms.id, roomId))
  await tx.db
    .update(moderatorModels)
    .set({ messages: sql`greatest(0, ${moderatorModels.messages} - 1)` })
    .where(and(eq(moderatorModels.moderatorId, senderId), inArray(moderatorModels.dollId, doll)))
}

export function sum(list: AnsweredDay[], of: "messages" | "answers" | "waited"): number {
  return list.reduce((total, one) => total + one[of], 0)
}
