import { sql } from "drizzle-orm"
import type { DashboardStats, Revenue, RevenueQuery } from "#contract/admin.ts"
import { changeTexts, periodTexts } from "#contract/adminText.ts"
import { t } from "#contract/t.ts"
import { type Actor, assertAdmin, type Person } from "../../platform/auth/actor.ts"
import { beginOf, shifted } from "../../platform/clock.ts"
import { countOf } from "../../platform/db/counting.ts"
import { statement } from "../../platform/db/statement.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import { said } from "../../platform/languages.ts"
import { formatCents, fromCents } from "../../platform/money.ts"
import { invalid } from "../../platform/refusal.ts"
import { visibleIn } from "../../shopfront/catalog/tables.ts"
import { allDays, type Day, monthsUntil } from "./dailyStats.ts"

interface Now {
  models_before: number
  moderators: number
  moderators_before: number
  flagged: number
  flagged_this_month: number
  flagged_last_month: number
}

/** $1 is the start of the month, $2 and $3 the same part of the month before, $4 whether critical items count. */
const counting = `
  select
    (select count(*)::int from dolls where ${visibleIn("dolls")} and created_at >= $1) as new_models,
    (select count(*)::int from dolls where deleted_at is not null and deleted_at >= $1
      and created_at < $1) as gone_models,
    (select count(*)::int from users where role <> 'user' and role = 'moderator' and deleted_at is null
      and is_active) as moderators,
    (select count(*)::int from users where role <> 'user' and role = 'moderator' and created_at < $1
       and (deleted_at is null and is_active or deleted_at >= $1)) as moderators_before,
    (select count(*)::int from flagged_items where resolved_at is null and ($4 or not critical)) as flagged,
    (select count(*)::int from flagged_items where created_at >= $1 and ($4 or not critical)) as flagged_this_month,
    (select count(*)::int from flagged_items where created_at >= $2 and created_at < $3 and ($4
      or not critical)) as flagged_last_month`

/** Returns the dashboard's figures: completed days from the rollup, today counted by index. */
export async function dashboardStats(store: Store, actor: Actor): Promise<DashboardStats> {
  assertAdmin(actor)
  const now = store.now()
  const { zone, today, days } = await allDays(store)
  const month = today.slice(0, 7)
  const last = monthsUntil(month, 2)[0]!
  const sameDay = `${last}-${today.slice(8)}`
  const [begins, lastBegins] = [beginOf(`${month}-01`, zone), beginOf(`${last}-01`, zone)]
  const [row] = await statement<Now & { new_models: number; gone_models: number }>(store, "dashboard_stats", counting, [
    begins,
    lastBegins,
    // The same time in the month before, or that month's end if it is shorter.
    new Date(Math.min(begins.getTime(), lastBegins.getTime() + (now.getTime() - begins.getTime()))),
    actor.adminType === "super_admin",
  ])
  const models = await countOf(store, "models", sql.raw(`dolls where ${visibleIn("dolls")}`))
  const seen = { ...row!, models, subscriptions: await runningNow(store, now) }
  const months = monthsUntil(month, 12)
  const users = months.map((one) =>
    sum(
      days,
      (day) => day.day.slice(0, 7) <= one,
      ({ registered, departed }) => registered - departed,
    ),
  )
  const subscriptions = months.map((one) => (one === month ? seen.subscriptions : runningAtEndOf(days, one)))
  const revenue = months.map((one) => sum(days, ({ day }) => day.startsWith(one), net))
  const thisMonth = revenue.at(-1)!
  const lastMonth = sum(days, ({ day }) => day.startsWith(last) && day <= sameDay, net)
  const seesMoney = maySeeMoney(actor)
  return {
    total_users: users.at(-1)!,
    active_models: seen.models,
    active_subscriptions: seen.subscriptions,
    monthly_revenue: seesMoney ? fromCents(thisMonth) : null,
    flagged_messages: seen.flagged,
    active_moderators: seen.moderators,
    users_change: change(users.at(-1)!, users.at(-2)!),
    models_change: change(seen.models, Math.max(0, seen.models - seen.new_models + seen.gone_models)),
    subscriptions_change: change(seen.subscriptions, subscriptions.at(-2)!),
    revenue_change: seesMoney ? change(thisMonth, lastMonth, formatCents) : null,
    flagged_change: change(seen.flagged_this_month, seen.flagged_last_month),
    moderators_change: change(seen.moderators, seen.moderators_before),
    currency: "USD",
    series: { months, users, subscriptions, revenue: seesMoney ? revenue.map(fromCents) : null },
  }
}

/** Counts running memberships by the condition of the index, with the rules of `stageOf`. */
function runningNow(tx: Tx, now: Date): Promise<number> {
  const at = now.toISOString()
  return countOf(
    tx,
    "subscriptions",
    sql`users where membership_level <> 'free' and role = 'user' and deleted_at is null and (
      membership_expires_at is null or membership_expires_at > ${at}::timestamptz
      or (membership_next_level is not null and (membership_next_expires_at is null
        or membership_next_expires_at > ${at}::timestamptz))
      or (membership_last_level is not null and (membership_last_expires_at is null
        or membership_last_expires_at > ${at}::timestamptz)))`,
  )
}

/** Returns revenue from orders and memberships, and refunds, by day or month, with the same period before it. */
export async function revenue(store: Store, actor: Actor, query: RevenueQuery): Promise<Revenue> {
  assertAdmin(actor, "financial_admin")
  const { by } = query
  const { today, days } = await allDays(store)
  const to = query.to ?? today
  const from = query.from ?? (by === "day" ? shifted(to, -29) : `${monthsUntil(to.slice(0, 7), 12)[0]}-01`)
  const names = by === "day" ? daysBetween(from, to) : monthsBetween(from, to)
  const before =
    by === "day"
      ? names.map((_, at) => shifted(from, at - names.length))
      : monthsUntil(names[0]!, names.length + 1).slice(0, -1)
  const byName = Map.groupBy(
    days.filter(({ day }) => day <= to && (day >= from || day.slice(0, 7) !== names[0])),
    ({ day }) => (by === "day" ? day : day.slice(0, 7)),
  )
  return { currency: "USD", by, ...summed(names, byName), previous: summed(before, byName) }
}

function summed(names: string[], byName: Map<string, Day[]>): Revenue["previous"] {
  const points = names.map((date) => {
    const days = byName.get(date) ?? []
    const add = (of: (day: Day) => number) => sum(days, () => true, of)
    return {
      date,
      orders: fromCents(add((day) => day.ordersCents)),
      subscriptions: fromCents(add((day) => day.subscriptionsCents)),
      refunds: fromCents(add((day) => day.refundsCents)),
      total: fromCents(add(net)),
      payments: add((day) => day.sales),
    }
  })
  const days = names.flatMap((name) => byName.get(name) ?? [])
  return { points, total: fromCents(sum(days, () => true, net)) }
}

export function maySeeMoney({ adminType }: Person): boolean {
  return adminType !== "content_admin"
}

const net = (day: Day) => day.ordersCents + day.subscriptionsCents - day.refundsCents

function sum(days: Day[], counts: (day: Day) => boolean, of: (day: Day) => number): number {
  let total = 0
  for (const day of days) if (counts(day)) total += of(day)
  return total
}

function runningAtEndOf(days: Day[], month: string): number {
  return days.findLast(({ day }) => day.slice(0, 7) <= month)?.subscriptions ?? 0
}

/** Returns a text such as `+12.5% from last month`. */
export function change(now: number, before: number, written: (value: number) => string = String): string {
  if (now === before) return said(changeTexts.none)
  if (before <= 0) return changeTexts.newThisMonth(written(now - before))
  const more = (now - before) / before
  const percent = more.toLocaleString(t`en-US`, {
    ...{ style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false },
    signDisplay: more > 0 ? "always" : "auto",
  })
  return changeTexts.fromLastMonth(percent)
}

function daysBetween(from: string, to: string): string[] {
  const names: string[] = []
  for (let day = from; day <= to && names.length <= 366; day = shifted(day, 1)) names.push(day)
  return within(names, 366, periodTexts.atMostDays)
}

function monthsBetween(from: string, to: string): string[] {
  const many =
    (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7)) + 1
  return within(
    many > 0 && many <= 60 ? monthsUntil(to.slice(0, 7), many) : Array(Math.max(0, Math.min(many, 61))),
    60,
    periodTexts.atMostMonths,
  )
}

function within(names: string[], most: number, tooLong: (most: number) => string): string[] {
  if (names.length === 0) throw invalid("to", t`The end date is before the start date.`)
  if (names.length > most) throw invalid("from", tooLong(most))
  return names
}
