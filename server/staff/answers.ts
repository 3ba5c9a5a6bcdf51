import { and, eq, gte, inArray, sql } from "drizzle-orm"
import { type chatMessages, chatRooms } from "../chat/tables.ts"
import { after, hours } from "../clock.ts"
import { statement } from "../db/statement.ts"
import type { Store, Tx } from "../db/store.ts"
import { beginOf, dayAfter, dayBefore, dayOf, shifted } from "./days.ts"
import { countedUntil, moderatorDays, moderatorModels } from "./tables.ts"

/** What a moderator wrote on a day about a model, and how long the members had waited for the answers among it. */
export interface Said {
  moderator_id: number
  doll_id: number
  day: string
  messages: number
  answers: number
  waited: number
}

const name = "answers"
/** Any fixed number: who takes a message back waits while its day is added up. */
const advisoryLock = 7_318_208
/** What was under way at midnight has ended by then. */
const settled = hours(1)
/** Waits are asked for no further back. */
export const waitsFor = 30

/**
 * $1 the moderators, $2 and $3 the first day and the one after the last, $4 from when on waits count. An answer follows a member's
 * turn, and what was waited is counted from the beginning of that turn. The moderator is compared as a list: as one value the
 * planner would lose sight of the index of what moderators have written.
 */
const counting = `
  select m.sender_id as moderator_id, r.doll_id, to_char((m.created_at at time zone 'UTC')::date, 'YYYY-MM-DD') as day,
    count(*)::int as messages, count(asked.since)::int as answers,
    coalesce(sum(extract(epoch from m.created_at - asked.since)), 0)::float8 as waited
  from chat_messages m join chat_rooms r on r.id = m.room_id left join lateral (
    select q.created_at as since from chat_messages q
    where q.room_id = m.room_id and q.created_seq < m.created_seq and q.sender_id = r.user_id and q.deleted_at is null
      and m.created_at >= $4
      and q.created_seq > coalesce((select p.created_seq from chat_messages p where p.room_id = m.room_id
        and p.created_seq < m.created_seq and p.sender_id <> r.user_id and p.deleted_at is null
        order by p.created_seq desc limit 1), 0)
    order by q.created_seq limit 1) asked on true
  where m.sender_id = any($1::integer[]) and m.sender_id = m.moderator_id and m.deleted_at is null
    and m.created_at >= $2 and m.created_at < $3
  group by m.sender_id, r.doll_id, (m.created_at at time zone 'UTC')::date`

function count(tx: Tx, moderators: number[], from: string | null, to: string): Promise<Said[]> {
  const since = from === null ? new Date(0) : beginOf(from)
  const waits = beginOf(shifted(dayOf(tx.now()), 1 - waitsFor))
  return statement<Said>(tx, "", counting, [moderators, since, beginOf(dayAfter(to)), waits])
}

/** What a moderator has said since the last day that is added up. */
export async function saidSince(store: Store, moderatorId: number): Promise<Said[]> {
  const until = await rollUpAnswers(store)
  return count(store, [moderatorId], until && dayAfter(until), dayOf(store.now()))
}

/** Adds up the days that are over and not added up yet; returns the last that is. */
export async function rollUpAnswers(store: Store): Promise<string | null> {
  const over = dayBefore(dayOf(after(store.now(), -settled)))
  const known = await lastDay(store)
  if (known && known >= over) return known
  return store.unhurried(async (tx) => {
    await statement(tx, "", "select pg_advisory_xact_lock($1)", [advisoryLock])
    const last = await lastDay(tx)
    if (last && last >= over) return last
    const rows = await statement<{ id: number }>(
      tx,
      "",
      "select id from users where role = 'moderator' order by id",
      [],
    )
    const moderators = rows.map(({ id }) => id)
    await keep(tx, await count(tx, moderators, last && dayAfter(last), over))
    await tx.db
      .insert(countedUntil)
      .values({ name, day: over })
      .onConflictDoUpdate({ target: countedUntil.name, set: { day: over } })
    return over
  })
}

async function keep(tx: Tx, said: Said[]): Promise<void> {
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

/** A moderator's message was taken back: where its day is added up already, one is taken off. */
export async function uncountAnswer(tx: Tx, message: typeof chatMessages.$inferSelect): Promise<void> {
  const { senderId, moderatorId, roomId, createdAt } = message
  const day = dayOf(createdAt)
  if (senderId !== moderatorId || day === dayOf(tx.now())) return
  await statement(tx, "", "select pg_advisory_xact_lock_shared($1)", [advisoryLock])
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

async function lastDay(tx: Tx): Promise<string | null> {
  const [row] = await tx.db.select().from(countedUntil).where(eq(countedUntil.name, name))
  return row?.day ?? null
}

export function sum(list: Said[], of: "messages" | "answers" | "waited"): number {
  return list.reduce((total, one) => total + one[of], 0)
}

function* inParts<T>(rows: T[]): Generator<T[]> {
  for (let at = 0; at < rows.length; at += 500) yield rows.slice(at, at + 500)
}
