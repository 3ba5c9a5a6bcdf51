import { countryName } from "#contract/countries.ts"
import type { ReportQuery, TaxReport, TaxRow } from "#contract/reports.ts"
import { percentText } from "#contract/sellingText.ts"
import { t } from "#contract/t.ts"
import { type Actor, assertAdmin } from "../../platform/auth/actor.ts"
import { dayOf } from "../../platform/clock.ts"
import { dayIn, dayParams } from "../../platform/db/rollUp.ts"
import { shopSetting } from "../../platform/db/shopSetting.ts"
import { statement } from "../../platform/db/statement.ts"
import type { Store } from "../../platform/db/store.ts"
import { said } from "../../platform/languages.ts"
import { fromCents } from "../../platform/money.ts"
import { chartOf, periodsOf, type Span } from "./period.ts"

interface Sums {
  orders: number
  total: number
  tax: number
  refunded: number
}

/** Reports the VAT of paid orders by country and rate, as their invoices and credit notes have it. */
export async function taxReport(store: Store, actor: Actor, query: ReportQuery): Promise<TaxReport> {
  assertAdmin(actor, "financial_admin")
  const zone = await shopSetting(store, "time_zone")
  const periods = periodsOf(query, dayOf(store.now(), zone))
  const [now, before] = await Promise.all([counted(store, periods.now, zone), counted(store, periods.before, zone)])
  const keys = [...new Set([...now.byKey.keys(), ...before.byKey.keys()])]
  const rows = keys
    .map((key) => rowOf(key, nameOf(key), now.byKey.get(key), before.byKey.get(key)))
    .sort((a, b) => b.net - a.net || a.key.localeCompare(b.key))
  const chart = (span: Span, { byDay }: typeof now) => {
    const net = new Map([...byDay].map(([day, sums]) => [day, fromCents(netOf(sums))]))
    return chartOf(span, periods.by, net, fromCents(netOf(added(byDay))))
  }
  return {
    by: periods.by,
    now: chart(periods.now, now),
    before: chart(periods.before, before),
    rows,
    total: rowOf("", t`Total`, added(now.byKey), added(before.byKey)),
  }
}

/** $1 to $4 are those of `dayParams`. The tax of refunds is rounded as on their credit notes, which add up to it. */
const counting = `
  with taxed as (
    select ${dayIn("paid_at")} as day, coalesce(shipping ->> 'country', '') || ' ' || tax_rate as key, total_cents,
      tax_cents, case when total_cents = 0 then 0
        else round(tax_cents::numeric * least(refunded_cents, total_cents) / total_cents) end as refunded
    from orders where tax_rate is not null and paid_at >= $1 and paid_at < $2
  )
  select key, to_char(day, 'YYYY-MM-DD') as day, count(*)::int as orders, sum(total_cents)::float8 as total,
    sum(tax_cents)::float8 as tax, sum(refunded)::float8 as refunded
  from taxed group by grouping sets ((key), (day))`

async function counted(store: Store, span: Span, zone: string) {
  const rows = await statement<Sums & { key: string | null; day: string | null }>(
    store,
    "",
    counting,
    dayParams(span.from, span.to, zone),
  )
  const byKey = new Map(rows.flatMap(({ key, day: _, ...sums }) => (key === null ? [] : [[key, sums] as const])))
  const byDay = new Map(rows.flatMap(({ key: _, day, ...sums }) => (day === null ? [] : [[day, sums] as const])))
  return { byKey, byDay }
}

const none: Sums = { orders: 0, total: 0, tax: 0, refunded: 0 }
const netOf = ({ tax, refunded }: Sums) => tax - refunded
const added = (sums: Map<string, Sums>) =>
  [...sums.values()].reduce(
    (a, b) => ({
      orders: a.orders + b.orders,
      total: a.total + b.total,
      tax: a.tax + b.tax,
      refunded: a.refunded + b.refunded,
    }),
    none,
  )

/** `Germany, 19%` */
function nameOf(key: string): string {
  const [country = "", rate] = key.split(" ")
  return `${country ? said(countryName(country)) : t`Unknown`}, ${percentText(Number(rate) / 100)}`
}

function rowOf(key: string, name: string, now: Sums = none, before: Sums = none): TaxRow {
  return {
    key,
    name,
    orders: now.orders,
    sales: fromCents(now.total),
    tax: fromCents(now.tax),
    refunded: fromCents(now.refunded),
    net: fromCents(netOf(now)),
    net_before: fromCents(netOf(before)),
  }
}
