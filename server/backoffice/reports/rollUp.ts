import { inArray } from "drizzle-orm"
import { beginOf, dayAfter, dayOf, endOf, shifted } from "../../platform/clock.ts"
import { advisoryLocks } from "../../platform/db/advisoryLocks.ts"
import { inParts } from "../../platform/db/batches.ts"
import { type RolledUp, rolledUp, rollUpDays } from "../../platform/db/rollUp.ts"
import { statement } from "../../platform/db/statement.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import { touchedDays } from "../../platform/records/tables.ts"
import { localDaysOf } from "../../platform/records/touchedDays.ts"
import { recountDays } from "../staff/dailyStats.ts"
import { type Counted, countSales } from "./count.ts"
import { reportDays } from "./tables.ts"

const name = "report_days"
/** The number of days that one statement counts. */
const atOnce = 31

/** Counts each completed day once. */
export function rollUpSales(store: Store): Promise<RolledUp> {
  return rollUpDays(store, { name, lock: advisoryLocks.reports, clear, keep })
}

async function clear(tx: Tx): Promise<void> {
  await tx.db.delete(reportDays)
}

async function keep(tx: Tx, last: string | null, until: string, zone: string): Promise<void> {
  const from = last ? dayAfter(last) : await firstDay(tx, zone)
  for (let day = from; day !== null && day <= until; day = shifted(day, atOnce)) {
    const to = shifted(day, atOnce - 1) < until ? shifted(day, atOnce - 1) : until
    await insertDays(tx, await countSales(tx, day, to, zone))
  }
  await addMonths(tx, null)
  // Refunds of these days belong to earlier sales, whatever recorded them.
  if (last) await touchRefunded(tx, beginOf(dayAfter(last), zone), endOf(until, zone))
}

async function insertDays(tx: Tx, counted: Counted[]): Promise<void> {
  const rows = counted.map(({ paid_cents, refunded_cents, ...row }) => ({
    ...row,
    paidCents: paid_cents,
    refundedCents: refunded_cents,
  }))
  for (const part of inParts(rows)) await tx.db.insert(reportDays).values(part)
}

/** Counts the days again whose sales have changed since, each once, on any number of nodes. */
export async function correctReports(store: Store): Promise<void> {
  await rollUpSales(store)
  const [known] = await store.db.select({ id: touchedDays.id }).from(touchedDays).limit(1)
  if (!known) return
  await store.longRunning(async (tx) => {
    await statement(tx, "", "select pg_advisory_xact_lock($1)", [advisoryLocks.reports])
    const touched = await tx.db.delete(touchedDays).returning({ day: touchedDays.day })
    const { last, zone } = (await rolledUp(tx, name))!
    const changed = touched.map(({ day }) => day)
    // Later days are not counted yet.
    const days = localDaysOf(changed, zone).filter((day) => day <= last)
    if (days.length > 0) {
      await tx.db.delete(reportDays).where(inArray(reportDays.day, days))
      for (const day of days) await insertDays(tx, await countSales(tx, day, day, zone))
      await addMonths(tx, days)
    }
    await recountDays(tx, changed)
  })
}

/** Adds up the months of these days, or of all days without a month. $1 is the first days of the months. */
async function addMonths(tx: Tx, days: string[] | null): Promise<void> {
  const months = days
    ? [...new Set(days.map((day) => `${day.slice(0, 7)}-01`))]
    : (await statement<{ month: string }>(tx, "", unfinished, [])).map(({ month }) => month)
  if (months.length === 0) return
  await statement(tx, "", "delete from report_days where kind = 'model_month' and day = any($1::date[])", [months])
  await statement(tx, "", adding, [months])
}

/** Selects the months since the last one that was added up, which may not have been over then. */
const unfinished = `
  select distinct to_char(date_trunc('month', day), 'YYYY-MM-DD') as month from report_days where kind = 'model'
    and day >= coalesce((select max(day) from report_days where kind = 'model_month'), '-infinity')`
const adding = `
  insert into report_days (kind, day, key, orders, pieces, paid_cents, refunded_cents)
  select 'model_month', month, key, sum(orders), sum(pieces), sum(paid_cents), sum(refunded_cents)
  from unnest($1::date[]) as month
    join report_days on kind = 'model' and day >= month and day < month + interval '1 month'
  group by month, key`

const touchRefunded = (tx: Tx, from: Date, until: Date) =>
  statement(
    tx,
    "",
    `insert into touched_days (day)
      select (paid_at at time zone 'UTC')::date from refunds join orders on orders.id = order_id
        where settled_at is not null and paid_at is not null and settled_at >= $1 and settled_at < $2
      union
      select (effect_at at time zone 'UTC')::date from payments
        where refunded_at is not null and effect = 'membership' and refunded_at >= $1 and refunded_at < $2`,
    [from, until],
  )

async function firstDay(tx: Tx, zone: string): Promise<string | null> {
  const text = `select least(
    (select min(paid_at) from orders where paid_at is not null),
    (select min(effect_at) from payments where effect = 'membership'),
    (select min(least(ends_at, revoked_at)) from membership_periods)) as first`
  const [row] = await statement<{ first: Date | string | null }>(tx, "", text, [])
  return row!.first && dayOf(new Date(row!.first), zone)
}
