import { desc, eq } from "drizzle-orm"
import { dayAfter, dayOf, daysBetween } from "../../platform/clock.ts"
import { advisoryLocks } from "../../platform/db/advisoryLocks.ts"
import { inParts } from "../../platform/db/batches.ts"
import { dayIn, dayParams, type RolledUp, rolledUp, rollUpDays } from "../../platform/db/rollUp.ts"
import { statement } from "../../platform/db/statement.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import { localDaysOf } from "../../platform/records/touchedDays.ts"
import { shopDays } from "./tables.ts"

/** The figures of a day, from which the dashboard computes its totals. */
export type Day = typeof shopDays.$inferSelect

const name = "shop_days"

/** Counts each completed day once; its figures change later only with a sale that is touched. */
export function rollUp(store: Store): Promise<RolledUp> {
  const lastDayOf = async (tx: Tx) => (await lastDay(tx))?.day ?? null
  const lock = advisoryLocks.dailyStats
  return rollUpDays(store, { name, lock, lastDay: lastDayOf, clear, keep })
}

async function clear(tx: Tx): Promise<void> {
  await tx.db.delete(shopDays)
}

async function keep(tx: Tx, last: string | null, until: string, zone: string): Promise<void> {
  const from = last ? dayAfter(last) : await firstDay(tx, zone)
  if (!from || from > until) return
  const rows = await countDays(tx, from, until, zone)
  const running = await countSubscriptions(tx, { from, until, zone, before: (await lastDay(tx))?.subscriptions ?? 0 })
  const days = rows.map((row) => ({ ...row, subscriptions: running.get(row.day) ?? 0 }))
  for (const part of inParts(days)) await tx.db.insert(shopDays).values(part).onConflictDoNothing()
}

/** Returns all days up to today, with their time zone. Days that are not rolled up yet are counted by index. */
export async function allDays(store: Store): Promise<{ zone: string; today: string; days: Day[] }> {
  const { zone } = await rollUp(store)
  const known = await store.db.select().from(shopDays).orderBy(shopDays.day)
  const today = dayOf(store.now(), zone)
  const last = known.at(-1)
  const from = last ? dayAfter(last.day) : today
  const open = await countDays(store, from, today, zone)
  const days = [...known, ...open.map((row) => ({ ...row, subscriptions: last?.subscriptions ?? 0 }))]
  return { zone, today, days }
}

/** Counts the money of touched days again, if they are rolled up. */
export async function recountDays(tx: Tx, touched: string[]): Promise<void> {
  await statement(tx, "", "select pg_advisory_xact_lock($1)", [advisoryLocks.dailyStats])
  const zone = (await rolledUp(tx, name))?.zone ?? "UTC"
  for (const day of localDaysOf(touched, zone)) {
    const [{ sales, ordersCents, subscriptionsCents, refundsCents } = none] = await countDays(tx, day, day, zone)
    const set = { sales, ordersCents, subscriptionsCents, refundsCents }
    await tx.db.update(shopDays).set(set).where(eq(shopDays.day, day))
  }
}

const none = { sales: 0, ordersCents: 0, subscriptionsCents: 0, refundsCents: 0 }

async function lastDay(tx: Tx): Promise<Day | undefined> {
  const [row] = await tx.db.select().from(shopDays).orderBy(desc(shopDays.day)).limit(1)
  return row
}

async function firstDay(tx: Tx, zone: string): Promise<string | null> {
  const text = `select least(
    (select min(created_at) from users), (select min(paid_at) from orders where paid_at is not null),
    (select min(effect_at) from payments where effect = 'membership')) as first`
  const [row] = await statement<{ first: Date | string | null }>(tx, "", text, [])
  return row!.first && dayOf(new Date(row!.first), zone)
}

/** $1 to $4 are those of `dayParams`. */
const counting = `
  with days as (select unnest($3::date[]) as day),
  came as (select ${dayIn("created_at")} as day, count(*)::int as n from users
    where created_at >= $1 and created_at < $2 and role = 'user' group by 1),
  went as (select ${dayIn("deleted_at")} as day, count(*)::int as n from users
    where deleted_at is not null and deleted_at >= $1 and deleted_at < $2 and role = 'user' group by 1),
  sold as (select ${dayIn("paid_at")} as day, count(*)::int as n,
    sum(coalesce(revenue_cents, total_cents))::bigint as cents from orders
    where paid_at is not null and paid_at >= $1 and paid_at < $2 group by 1),
  members as (select ${dayIn("effect_at")} as day, count(*)::int as n,
    sum(amount_cents)::bigint as cents from payments
    where effect = 'membership' and effect_at >= $1 and effect_at < $2 group by 1),
  back as (
    select day, sum(cents)::bigint as cents from (
      select ${dayIn("settled_at")} as day, amount_cents as cents from refunds
        join orders on orders.id = order_id and paid_at is not null
        where settled_at is not null and settled_at >= $1 and settled_at < $2
      union all
      select ${dayIn("refunded_at")}, amount_cents from payments
        where refunded_at is not null and effect = 'membership' and refunded_at >= $1 and refunded_at < $2
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

async function countDays(tx: Tx, from: string, to: string, zone: string): Promise<Omit<Day, "subscriptions">[]> {
  const rows = await statement<Counted>(tx, "", counting, dayParams(from, to, zone))
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
 * $1 to $4 are those of `dayParams`. A person has one period at a time, so starts minus ends is the number of current
 * periods. Levels granted without a payment have no period.
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
  select to_char(${dayIn("at")}, 'YYYY-MM-DD') as day, sum(step)::int as step from steps
  where at >= $1 and at < $2
  group by 1 order by 1`

interface Running {
  from: string
  until: string
  zone: string
  before: number
}

async function countSubscriptions(tx: Tx, { from, until, zone, before }: Running): Promise<Map<string, number>> {
  const steps = await statement<{ day: string; step: number }>(tx, "", running, dayParams(from, until, zone))
  const byDay = new Map(steps.map(({ day, step }) => [day, step]))
  const found = new Map<string, number>()
  let at = before
  for (const day of daysBetween(from, until)) {
    at = Math.max(0, at + (byDay.get(day) ?? 0))
    found.set(day, at)
  }
  return found
}

/** Returns `2026-11` and the months before it, oldest first. */
export function monthsUntil(month: string, many: number): string[] {
  const [year, number] = month.split("-").map(Number) as [number, number]
  return Array.from({ length: many }, (_, index) =>
    new Date(Date.UTC(year, number - many + index, 1)).toISOString().slice(0, 7),
  )
}
