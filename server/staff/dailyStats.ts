import { desc, eq } from "drizzle-orm"
import { beginOf, dayAfter, dayOf } from "../clock.ts"
import { advisoryLocks } from "../db/advisoryLocks.ts"
import { inParts } from "../db/batches.ts"
import { rollUpDays } from "../db/rollUp.ts"
import { statement } from "../db/statement.ts"
import type { Store, Tx } from "../db/store.ts"
import { shopDays } from "./tables.ts"

/** The figures of a UTC day, from which the dashboard computes its totals. */
export type Day = typeof shopDays.$inferSelect

/** Counts each completed day once; its figures do not change any more. */
export async function rollUp(store: Store): Promise<void> {
  const lastDayOf = async (tx: Tx) => (await lastDay(tx))?.day ?? null
  await rollUpDays(store, { lock: advisoryLocks.dailyStats, lastDay: lastDayOf, keep })
}

async function keep(tx: Tx, last: string | null, until: string): Promise<void> {
  const from = last ? dayAfter(last) : await firstDay(tx)
  if (!from || from > until) return
  const rows = await countDays(tx, from, until)
  const running = await countSubscriptions(tx, from, until, (await lastDay(tx))?.subscriptions ?? 0)
  const days = rows.map((row) => ({ ...row, subscriptions: running.get(row.day) ?? 0 }))
  for (const part of inParts(days)) await tx.db.insert(shopDays).values(part).onConflictDoNothing()
}

/** All days up to today; those not rolled up yet are counted by index. */
export async function allDays(store: Store): Promise<Day[]> {
  await rollUp(store)
  const known = await store.db.select().from(shopDays).orderBy(shopDays.day)
  const today = dayOf(store.now())
  const last = known.at(-1)
  const from = last ? dayAfter(last.day) : today
  const open = await countDays(store, from, today)
  return [...known, ...open.map((row) => ({ ...row, subscriptions: last?.subscriptions ?? 0 }))]
}

/** Counts the money of these days again, where they are rolled up. */
export async function recountDays(tx: Tx, days: string[]): Promise<void> {
  for (const day of days) {
    const [{ sales, ordersCents, subscriptionsCents, refundsCents } = none] = await countDays(tx, day, day)
    const set = { sales, ordersCents, subscriptionsCents, refundsCents }
    await tx.db.update(shopDays).set(set).where(eq(shopDays.day, day))
  }
}

const none = { sales: 0, ordersCents: 0, subscriptionsCents: 0, refundsCents: 0 }

async function lastDay(tx: Tx): Promise<Day | undefined> {
  const [row] = await tx.db.select().from(shopDays).orderBy(desc(shopDays.day)).limit(1)
  return row
}

async function firstDay(tx: Tx): Promise<string | null> {
  const text = `select to_char(least(
    (select min(created_at) from users), (select min(paid_at) from orders where paid_at is not null),
    (select min(effect_at) from payments where effect = 'membership')) at time zone 'UTC', 'YYYY-MM-DD') as day`
  const [row] = await statement<{ day: string | null }>(tx, "", text, [])
  return row!.day
}

/**
 * $1 and $2 are the first and the last day, $3 and $4 their start and end as timestamps, which let the planner estimate
 * the few rows of the index scan.
 */
const counting = `
  with days as (select generate_series($1::date, $2::date, interval '1 day')::date as day),
  came as (select (created_at at time zone 'UTC')::date as day, count(*)::int as n from users
    where created_at >= $3 and created_at < $4 and role = 'user' group by 1),
  went as (select (deleted_at at time zone 'UTC')::date as day, count(*)::int as n from users
    where deleted_at is not null and deleted_at >= $3 and deleted_at < $4 and role = 'user' group by 1),
  sold as (select (paid_at at time zone 'UTC')::date as day, count(*)::int as n,
    sum(coalesce(revenue_cents, total_cents))::bigint as cents from orders
    where paid_at is not null and paid_at >= $3 and paid_at < $4 group by 1),
  members as (select (effect_at at time zone 'UTC')::date as day, count(*)::int as n,
    sum(amount_cents)::bigint as cents from payments
    where effect = 'membership' and effect_at >= $3 and effect_at < $4 group by 1),
  back as (
    select day, sum(cents)::bigint as cents from (
      select (settled_at at time zone 'UTC')::date as day, amount_cents as cents from refunds
        join orders on orders.id = order_id and paid_at is not null
        where settled_at is not null and settled_at >= $3 and settled_at < $4
      union all
      select (refunded_at at time zone 'UTC')::date, amount_cents from payments
        where refunded_at is not null and effect = 'membership' and refunded_at >= $3 and refunded_at < $4
    ) as both_kinds group by day)
  select to_char(days.day, 'YYYY-MM-DD') as day, coalesce(came.n, 0) as registered, coalesce(went.n, 0) as departed,
    coalesce(sold.n, 0) + coalesce(members.n, 0) as sales, coalesce(sold.cents, 0)::float8 as orders_cents,
    coalesce(members.cents, 0)::float8 as subscriptions_cents, coalesce(back.cents, 0)::float8 as refunds_cents
  from days left join came using (day) left join went using (day) left join sold using (day)
    left join members using (day) left join back using (day)
  order by days.day`

interface Counted {
  day: string
  registered: number
  departed: number
  sales: number
  orders_cents: number
  subscriptions_cents: number
  refunds_cents: number
}

async function countDays(tx: Tx, from: string, to: string): Promise<Omit<Day, "subscriptions">[]> {
  const rows = await statement<Counted>(tx, "", counting, [from, to, beginOf(from), beginOf(dayAfter(to))])
  return rows.map(({ day, registered, departed, sales, ...cents }) => ({
    day,
    registered,
    departed,
    sales,
    ordersCents: cents.orders_cents,
    subscriptionsCents: cents.subscriptions_cents,
    refundsCents: cents.refunds_cents,
  }))
}

/**
 * A person has one period at a time, so starts minus ends is the number of current periods. Levels granted without a
 * payment have no period.
 */
const running = `
  with periods as (
    select starts_at, least(ends_at, revoked_at) as ends_at from membership_periods
    union all
    select u.created_at, u.membership_expires_at from users u where u.membership_level <> 'free' and u.role = 'user'
      and u.deleted_at is null and not exists (select from membership_periods p where p.user_id = u.id)
  ), steps as (
    select starts_at as at, 1 as step from periods where ends_at is null or ends_at > starts_at
    union all
    select ends_at, -1 from periods where ends_at > starts_at
  )
  select to_char((at at time zone 'UTC')::date, 'YYYY-MM-DD') as day, sum(step)::int as step from steps
  where at >= $1::timestamp at time zone 'UTC' and at < ($2::date + 1)::timestamp at time zone 'UTC'
  group by 1 order by 1`

async function countSubscriptions(tx: Tx, from: string, to: string, before: number): Promise<Map<string, number>> {
  const steps = await statement<{ day: string; step: number }>(tx, "", running, [from, to])
  const byDay = new Map(steps.map(({ day, step }) => [day, step]))
  const found = new Map<string, number>()
  let at = before
  for (let day = from; day <= to; day = dayAfter(day)) {
    at = Math.max(0, at + (byDay.get(day) ?? 0))
    found.set(day, at)
  }
  return found
}

/** `2026-11` and the months before it, oldest first. */
export function monthsUntil(month: string, many: number): string[] {
  const [year, number] = month.split("-").map(Number) as [number, number]
  return Array.from({ length: many }, (_, index) =>
    new Date(Date.UTC(year, number - many + index, 1)).toISOString().slice(0, 7),
  )
}
