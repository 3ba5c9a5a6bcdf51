import { and, eq, inArray } from "drizzle-orm"
import type { ModeratorMetrics } from "#contract/staff.ts"
import { t } from "#contract/t.ts"
import { assertModerator } from "../../conversation/chat/policy.ts"
import { answeredSince } from "../../conversation/chat/responseTimes.ts"
import { moderatorDays, moderatorModels } from "../../conversation/chat/tables.ts"
import { type Actor, assertAdmin } from "../../platform/auth/actor.ts"
import { users } from "../../platform/auth/tables.ts"
import { shifted } from "../../platform/clock.ts"
import { statement } from "../../platform/db/statement.ts"
import type { Store } from "../../platform/db/store.ts"
import { notFound } from "../../platform/refusal.ts"
import { dolls } from "../../shopfront/catalog/tables.ts"
import { ratingsOf } from "../desk/ratings.ts"
import { monthsUntil } from "./dailyStats.ts"

export async function ownMetrics(store: Store, actor: Actor): Promise<ModeratorMetrics> {
  assertModerator(actor)
  return metricsOf(store, actor.id)
}

export async function moderatorMetrics(store: Store, actor: Actor, moderatorId: number): Promise<ModeratorMetrics> {
  assertAdmin(actor)
  const [moderator] = await store.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, moderatorId), eq(users.role, "moderator")))
  if (!moderator) throw notFound(t`Moderator not found`)
  return metricsOf(store, moderatorId)
}

/** The number of days that are shown one by one. */
const countedDays = 30

interface Row {
  assigned: number
  active: number
}

/** $1 is the moderator, $2 the current time. */
const standing = `
  select (select count(*)::int from dolls where moderator_id = $1 and deleted_at is null) as assigned,
    (select count(*)::int from chat_rooms where moderator_id = $1 and message_count > 0
       and last_activity_at > $2::timestamptz - interval '7 days') as active`

/** Reads completed days from the rollup and counts only messages since, however many there are. */
async function metricsOf(store: Store, moderatorId: number): Promise<ModeratorMetrics> {
  const { today, open } = await answeredSince(store, moderatorId)
  const [row] = await statement<Row>(store, "moderator_standing", standing, [moderatorId, store.now()])
  const mine = eq(moderatorDays.moderatorId, moderatorId)
  const past = await store.db.select().from(moderatorDays).where(mine)
  const known = await store.db
    .select({ id: moderatorModels.dollId, messages: moderatorModels.messages })
    .from(moderatorModels)
    .where(eq(moderatorModels.moderatorId, moderatorId))
  const days = [
    ...past.map(({ day, messages, answers, waitedSeconds }) => ({ day, messages, answers, waited: waitedSeconds })),
    ...open,
  ]
  const lastDays = Array.from({ length: 2 * countedDays }, (_, at) => shifted(today, at + 1 - 2 * countedDays))
  const lastMonths = monthsUntil(today.slice(0, 7), 24)
  const perMonth = added(days.map(({ day, messages }) => [day.slice(0, 7), messages]))
  const perDay = added(days.map(({ day, messages }) => [day, messages]))
  const [before, now] = lastMonths.slice(-2).map((month) => perMonth.get(month) ?? 0) as [number, number]
  const late = days.filter(({ day }) => day > shifted(today, -countedDays))
  const answers = late.reduce((total, one) => total + one.answers, 0)
  const waited = late.reduce((total, one) => total + one.waited, 0)
  const models = added([
    ...known.map(({ id, messages }) => [id, messages] as const),
    ...open.map(({ doll_id, messages }) => [doll_id, messages] as const),
  ])
  return {
    assigned_dolls: row!.assigned,
    messages_per_day: named(lastDays.slice(countedDays), perDay),
    messages_per_month: named(lastMonths.slice(12), perMonth),
    previous: {
      messages_per_day: named(lastDays.slice(0, countedDays), perDay),
      messages_per_month: named(lastMonths.slice(0, 12), perMonth),
    },
    active_chat_rooms: row!.active,
    avg_response_time_minutes: answers === 0 ? null : oneDecimal(waited / answers / 60),
    ratings: await ratingsOf(store, moderatorId),
    monthly_report: {
      total_messages: days.reduce((total, { messages }) => total + messages, 0),
      messages_this_month: now,
      monthly_change: before === 0 ? null : oneDecimal(((now - before) / before) * 100),
    },
    top_dolls: await topOf(store, models),
  }
}

async function topOf({ db }: Store, models: Map<number, number>): Promise<ModeratorMetrics["top_dolls"]> {
  const top = [...models]
    .filter(([, messages]) => messages > 0)
    .sort(([a, more], [b, less]) => less - more || a - b)
    .slice(0, 5)
  if (top.length === 0) return []
  const ids = top.map(([id]) => id)
  const found = await db.select({ id: dolls.id, name: dolls.name }).from(dolls).where(inArray(dolls.id, ids))
  const names = new Map(found.map(({ id, name }) => [id, name]))
  return top.map(([id, message_count]) => ({ id, name: names.get(id)!, message_count }))
}

function added<K>(counts: (readonly [K, number])[]): Map<K, number> {
  const sums = new Map<K, number>()
  for (const [key, number] of counts) sums.set(key, (sums.get(key) ?? 0) + number)
  return sums
}

const named = (names: string[], counts: Map<string, number>) =>
  Object.fromEntries(names.map((name) => [name, counts.get(name) ?? 0]))

const oneDecimal = (value: number) => Math.round(value * 10) / 10
