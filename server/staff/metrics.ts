import { and, eq } from "drizzle-orm"
import type { ModeratorMetrics } from "#contract/staff.ts"
import { type Actor, assertAdmin } from "../accounts/actor.ts"
import { users } from "../accounts/tables.ts"
import { assertModerator } from "../chat/policy.ts"
import { statement } from "../db/statement.ts"
import type { Tx } from "../db/store.ts"
import { notFound } from "../refusal.ts"

/** A moderator's own numbers. */
export async function ownMetrics(tx: Tx, actor: Actor): Promise<ModeratorMetrics> {
  assertModerator(actor)
  return metricsOf(tx, actor.id)
}

export async function moderatorMetrics(tx: Tx, actor: Actor, moderatorId: number): Promise<ModeratorMetrics> {
  assertAdmin(actor)
  const [moderator] = await tx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, moderatorId), eq(users.role, "moderator")))
  if (!moderator) throw notFound("Moderator not found")
  return metricsOf(tx, moderatorId)
}

interface Row {
  assigned: number
  days: Record<string, number>
  months: Record<string, number>
  active: number
  response: number | null
  total: number
  this_month: number
  last_month: number
  top: ModeratorMetrics["top_dolls"]
}

const own = "m.sender_id = $1 and m.sender_id = m.moderator_id and m.deleted_at is null"
const utc = "at time zone 'UTC'"

/**
 * $1 the moderator, $2 now. `said` are the rooms the moderator has answered in lately; `turns` their messages at which the speaker
 * changes: an answer's time is counted from the beginning of the turn before it.
 */
const metrics = `
  with said as (
    select m.id, m.room_id, m.created_at, m.sender_id, m.sender_id = r.user_id as asks,
      lag(m.sender_id = r.user_id) over (partition by m.room_id order by m.id) as before
    from chat_messages m join chat_rooms r on r.id = m.room_id
    where m.deleted_at is null and m.created_at > $2::timestamptz - interval '37 days'
      and m.room_id in (select m.room_id from chat_messages m where ${own} and m.created_at > $2::timestamptz - interval '30 days')
  ), turns as (
    select *, lag(created_at) over (partition by room_id order by id) as since from said where asks is distinct from before
  )
  select
    (select count(*)::int from dolls where moderator_id = $1 and deleted_at is null) as assigned,
    (select json_object_agg(to_char(day, 'YYYY-MM-DD'), (
       select count(*)::int from chat_messages m where ${own}
         and m.created_at >= day ${utc} and m.created_at < (day + interval '1 day') ${utc}) order by day)
     from generate_series(date_trunc('day', $2::timestamptz ${utc}) - interval '29 days',
       date_trunc('day', $2::timestamptz ${utc}), interval '1 day') day) as days,
    (select json_object_agg(to_char(month, 'YYYY-MM'), (
       select count(*)::int from chat_messages m where ${own}
         and m.created_at >= month ${utc} and m.created_at < (month + interval '1 month') ${utc}) order by month)
     from generate_series(date_trunc('month', $2::timestamptz ${utc}) - interval '11 months',
       date_trunc('month', $2::timestamptz ${utc}), interval '1 month') month) as months,
    (select count(*)::int from chat_rooms where moderator_id = $1 and message_count > 0
       and last_activity_at > $2::timestamptz - interval '7 days') as active,
    (select (avg(extract(epoch from created_at - since)) / 60)::float8 from turns
       where sender_id = $1 and not asks and since is not null and created_at > $2::timestamptz - interval '30 days') as response,
    (select count(*)::int from chat_messages m where ${own}) as total,
    (select count(*)::int from chat_messages m where ${own}
       and m.created_at >= date_trunc('month', $2::timestamptz ${utc}) ${utc}) as this_month,
    (select count(*)::int from chat_messages m where ${own}
       and m.created_at >= (date_trunc('month', $2::timestamptz ${utc}) - interval '1 month') ${utc}
       and m.created_at < date_trunc('month', $2::timestamptz ${utc}) ${utc}) as last_month,
    (select coalesce(json_agg(top), '[]') from (
       select d.id, d.name, count(*)::int as message_count
       from chat_messages m join chat_rooms r on r.id = m.room_id join dolls d on d.id = r.doll_id
       where ${own} group by d.id, d.name order by message_count desc, d.id limit 5) top) as top`

async function metricsOf(tx: Tx, moderatorId: number): Promise<ModeratorMetrics> {
  const [row] = await statement<Row>(tx, "moderator_metrics", metrics, [moderatorId, tx.now()])
  const { this_month: now, last_month: before } = row!
  return {
    assigned_dolls: row!.assigned,
    messages_per_day: row!.days,
    messages_per_month: row!.months,
    active_chat_rooms: row!.active,
    avg_response_time_minutes: row!.response === null ? null : oneDecimal(row!.response),
    monthly_report: {
      total_messages: row!.total,
      messages_this_month: now,
      monthly_change: before === 0 ? null : oneDecimal(((now - before) / before) * 100),
    },
    top_dolls: row!.top,
  }
}

const oneDecimal = (value: number) => Math.round(value * 10) / 10
