import { inArray } from "drizzle-orm"
import { countryName } from "#contract/countries.ts"
import type {
  MembershipReport,
  MembershipRow,
  ReportQuery,
  SalesReport,
  SalesReportBy,
  SalesReportQuery,
  SalesRow,
} from "#contract/reports.ts"
import { t } from "#contract/t.ts"
import { type Actor, assertAdmin } from "../../platform/auth/actor.ts"
import { dayAfter, dayOf, daysBetween, shifted } from "../../platform/clock.ts"
import { recentOf } from "../../platform/db/counting.ts"
import { statement } from "../../platform/db/statement.ts"
import type { Store } from "../../platform/db/store.ts"
import { said } from "../../platform/languages.ts"
import { fromCents } from "../../platform/money.ts"
import { dolls } from "../../shopfront/catalog/tables.ts"
import { type Counted, countSales } from "./count.ts"
import { chartOf, isIn, type Periods, periodsOf, type Span } from "./period.ts"
import { rollUpSales } from "./rollUp.ts"
import type { ReportKind } from "./tables.ts"

type Sums = Pick<Counted, "orders" | "pieces" | "paid_cents" | "refunded_cents">
interface Summed {
  byKey: Map<string, Sums>
  byDay: Map<string, Sums>
}

/** Reports paid orders by day, model, category, country, or by new and returning customers. */
export async function salesReport(store: Store, actor: Actor, query: SalesReportQuery): Promise<SalesReport> {
  assertAdmin(actor, "financial_admin")
  const { today, open } = await openDays(store)
  const periods = periodsOf(query, today)
  const kind = kindOf[query.by]
  const keyed = async (span: Span) => {
    const found = await summed(store, [kind], span, open)
    if (kind !== "model") return found
    // The sums by day come from the countries, which are few; an order with several models is in one of them.
    const { byDay } = await summed(store, ["country"], span, open)
    return { byKey: query.by === "category" ? await byCategory(store, found.byKey) : found.byKey, byDay }
  }
  const [now, before] = await Promise.all([keyed(periods.now), keyed(periods.before)])
  const sums = query.by === "day" ? [now.byDay, shiftedDays(before.byDay, periods)] : [now.byKey, before.byKey]
  const names = await namesOf(store, query.by, sums)
  const keys =
    query.by === "day"
      ? daysBetween(periods.now.from, periods.now.to)
      : [...new Set(sums.flatMap((one) => [...one.keys()]))]
  const rows = keys.map((key) => rowOf(key, names.get(key) ?? key, sums[0]!.get(key), sums[1]!.get(key)))
  // Days keep their order; all other rows are sorted, the largest first.
  if (query.by !== "day")
    rows.sort((a, b) => b.net - a.net || b.net_before - a.net_before || a.key.localeCompare(b.key))
  const total = rowOf("", t`Total`, added(now.byDay), added(before.byDay))
  return { ...charts(periods, now.byDay, before.byDay), rows, total }
}

export async function membershipReport(store: Store, actor: Actor, query: ReportQuery): Promise<MembershipReport> {
  assertAdmin(actor, "financial_admin")
  const { today, open } = await openDays(store)
  const periods = periodsOf(query, today)
  const of = async (span: Span) => {
    const kinds: ReportKind[][] = [["started"], ["renewed"], ["ended"], ["started", "renewed"]]
    const found = await Promise.all(kinds.map((one) => summed(store, one, span, open)))
    return { started: found[0]!, renewed: found[1]!, ended: found[2]!, bought: found[3]! }
  }
  const [now, before] = await Promise.all([of(periods.now), of(periods.before)])
  const row = (level: string, sumsOf: (of: Summed) => Sums | undefined): MembershipRow => ({
    level,
    started: sumsOf(now.started)?.orders ?? 0,
    renewed: sumsOf(now.renewed)?.orders ?? 0,
    ended: sumsOf(now.ended)?.orders ?? 0,
    ...moneyOf(sumsOf(now.bought), sumsOf(before.bought)),
  })
  const rows = (["standard", "vip", "vvip"] as const).map((level) => row(level, ({ byKey }) => byKey.get(level)))
  const total = row("total", ({ byDay }) => added(byDay))
  return { ...charts(periods, now.bought.byDay, before.bought.byDay), rows, total }
}

const kindOf: Record<SalesReportBy, ReportKind> = {
  // Every order has one country.
  day: "country",
  model: "model",
  category: "model",
  country: "country",
  customers: "customers",
}

/** A day with more orders than this is counted every 30 s. */
const maxExact = 200

/** Counts the days that are not rolled up yet, by index; up to 30 s old on a busy day. */
async function openDays(store: Store): Promise<{ today: string; open: Counted[] }> {
  const { last, zone } = await rollUpSales(store)
  const today = dayOf(store.now(), zone)
  const open = await recentOf(store, `report days ${zone} ${last} ${today}`, {
    read: () => countSales(store, dayAfter(last), today, zone),
    isMany: (counted) =>
      counted.filter(({ kind }) => kind === "country").reduce((sum, one) => sum + one.orders, 0) > maxExact,
  })
  return { today, open }
}

/** Sums by key and by day at once: each is a fraction of the rows. */
const adding = `
  select key, to_char(day, 'YYYY-MM-DD') as day, sum(orders)::int as orders, sum(pieces)::int as pieces,
    sum(paid_cents)::float8 as paid_cents, sum(refunded_cents)::float8 as refunded_cents
  from report_days where kind = any($1::text[]) and day >= $2::date and day <= $3::date
  group by grouping sets ((key), (day))`

/** Sums of models by key only: whole months, from $3 to before $4, and the days around them. */
const addingModels = `
  select key, null as day, sum(orders)::int as orders, sum(pieces)::int as pieces,
    sum(paid_cents)::float8 as paid_cents, sum(refunded_cents)::float8 as refunded_cents
  from report_days where kind = 'model' and day >= $1::date and day < $3::date
    or kind = 'model_month' and day >= $3::date and day < $4::date
    or kind = 'model' and day >= $4::date and day <= $2::date
  group by key`

async function summed(store: Store, kinds: ReportKind[], span: Span, open: Counted[]): Promise<Summed> {
  const rows = await (kinds[0] === "model"
    ? statement<Row>(store, "report_models", addingModels, [span.from, span.to, ...wholeMonths(span)])
    : statement<Row>(store, "report_sums", adding, [kinds, span.from, span.to]))
  const byKey = new Map(rows.flatMap(({ key, day: _, ...sums }) => (key === null ? [] : [[key, sums] as const])))
  const byDay = new Map(rows.flatMap(({ key: _, day, ...sums }) => (day === null ? [] : [[day, sums] as const])))
  for (const one of open.filter(({ kind, day }) => kinds.includes(kind) && isIn(span, day))) {
    byKey.set(one.key, plus(byKey.get(one.key), one))
    byDay.set(one.day, plus(byDay.get(one.day), one))
  }
  return { byKey, byDay }
}

type Row = Sums & { key: string | null; day: string | null }

/** Returns the first day of the first whole month, and the day after the last one. */
function wholeMonths({ from, to }: Span): [string, string] {
  const monthOf = (day: string) => `${day.slice(0, 7)}-01`
  const first = from === monthOf(from) ? from : monthOf(shifted(monthOf(from), 31))
  const end = monthOf(dayAfter(to))
  return first < end ? [first, end] : [from, from]
}

const none: Sums = { orders: 0, pieces: 0, paid_cents: 0, refunded_cents: 0 }
const plus = (a: Sums = none, b: Sums = none): Sums => ({
  orders: a.orders + b.orders,
  pieces: a.pieces + b.pieces,
  paid_cents: a.paid_cents + b.paid_cents,
  refunded_cents: a.refunded_cents + b.refunded_cents,
})
const added = (sums: Map<string, Sums>) => [...sums.values()].reduce(plus, none)
const netCents = (sums: Sums = none) => sums.paid_cents - sums.refunded_cents

/** Sums by the category that each model has now. */
async function byCategory(store: Store, byKey: Summed["byKey"]): Promise<Summed["byKey"]> {
  const ids = [...byKey.keys()].map(Number)
  const rows = await store.db
    .select({ id: dolls.id, category: dolls.category })
    .from(dolls)
    .where(inArray(dolls.id, ids.length > 0 ? ids : [0]))
  const sums = new Map<string, Sums>()
  for (const { id, category } of rows) sums.set(category, plus(sums.get(category), byKey.get(String(id))))
  return sums
}

async function namesOf(store: Store, by: SalesReportBy, sums: Map<string, Sums>[]): Promise<Map<string, string>> {
  const keys = [...new Set(sums.flatMap((one) => [...one.keys()]))]
  if (by === "country") return new Map(keys.map((key) => [key, key ? said(countryName(key)) : t`Unknown`]))
  if (by === "customers")
    return new Map([
      ["new", t`New customers`],
      ["returning", t`Returning customers`],
    ])
  if (by === "category")
    return new Map([
      ["premium", t`Premium`],
      ["standard", "Standard"],
      ["limited_edition", t`Limited edition`],
    ])
  if (by === "day" || keys.length === 0) return new Map()
  const rows = await store.db
    .select({ id: dolls.id, name: dolls.name })
    .from(dolls)
    .where(inArray(dolls.id, keys.map(Number)))
  return new Map(rows.map(({ id, name }) => [String(id), name]))
}

function rowOf(key: string, name: string, now: Sums = none, before: Sums = none): SalesRow {
  return { key, name, orders: now.orders, pieces: now.pieces, ...moneyOf(now, before) }
}

const moneyOf = (now: Sums = none, before: Sums = none) => ({
  paid: fromCents(now.paid_cents),
  refunded: fromCents(now.refunded_cents),
  net: fromCents(netCents(now)),
  net_before: fromCents(netCents(before)),
})

function charts({ now, before, by }: Periods, sums: Map<string, Sums>, sumsBefore: Map<string, Sums>) {
  const chart = (span: Span, of: Map<string, Sums>) =>
    chartOf(
      span,
      by,
      new Map([...of].map(([day, one]) => [day, fromCents(netCents(one))])),
      fromCents(netCents(added(of))),
    )
  return { by, now: chart(now, sums), before: chart(before, sumsBefore) }
}

/** Maps the days of the period before to the days of this one. */
function shiftedDays(byDay: Map<string, Sums>, { now, before }: Periods): Map<string, Sums> {
  const names = daysBetween(now.from, now.to)
  return new Map(
    daysBetween(before.from, before.to).flatMap((day, at) => {
      const sums = byDay.get(day)
      return sums ? [[names[at]!, sums] as const] : []
    }),
  )
}
