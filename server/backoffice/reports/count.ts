import { dayIn, dayParams } from "../../platform/db/rollUp.ts"
import { statement } from "../../platform/db/statement.ts"
import type { Tx } from "../../platform/db/store.ts"
import type { ReportKind } from "./tables.ts"

export interface Counted {
  kind: ReportKind
  day: string
  key: string
  orders: number
  pieces: number
  paid_cents: number
  refunded_cents: number
}

/**
 * $1 to $4 are those of `dayParams`. The amount received for an order is divided among its lines in proportion to their
 * prices after the discount, rounded so that the shares add up. So is a refund that was not recorded by line.
 */
const counting = `
  with sold as (
    select o.id, ${dayIn("o.paid_at")} as day, coalesce(o.shipping ->> 'country', '') as country,
      coalesce(o.revenue_cents, o.total_cents) as cents,
      o.refunded_cents as back,
      exists (select from orders e where e.user_id = o.user_id and e.paid_at is not null
        and (e.paid_at, e.id) < (o.paid_at, o.id)) as again
    from orders o where o.paid_at is not null and o.paid_at >= $1 and o.paid_at < $2
  ), lines as (
    select s.id, s.day, s.cents, s.back, i.doll_id, i.quantity, i.refunded_cents as given,
      sum(i.refunded_cents) over (partition by s.id) as all_given,
      i.price_cents::bigint * i.quantity - i.discount_cents as net,
      sum(i.price_cents::bigint * i.quantity - i.discount_cents) over (partition by s.id order by i.id) as upto,
      nullif(sum(i.price_cents::bigint * i.quantity - i.discount_cents) over (partition by s.id), 0) as base
    from sold s join order_items i on i.order_id = s.id
  ), shares as (
    select id, day, doll_id, quantity,
      coalesce(round(cents * upto / base) - round(cents * (upto - net) / base), 0) as paid,
      case when all_given = back then given
        else coalesce(round(back * upto / base) - round(back * (upto - net) / base), 0) end as back
    from lines
  ), orders_sold as (
    select s.*, coalesce(i.pieces, 0) as pieces from sold s
    left join (select id, sum(quantity) as pieces from lines group by id) i using (id)
  ), bought as (
    select ${dayIn("p.effect_at")} as day, v.level, p.amount_cents as cents,
      case when p.refunded_at is null then 0 else p.amount_cents end as back,
      case when not v.is_gift and exists (select from membership_periods e where e.user_id = p.user_id
        and e.payment_id is distinct from p.id and e.created_at < coalesce(m.created_at, p.effect_at)
        and coalesce(least(e.ends_at, e.revoked_at), 'infinity') >= coalesce(m.created_at, p.effect_at))
        then 'renewed' else 'started' end as kind
    from payments p join invoices v on v.id = p.invoice_id
      left join membership_periods m on m.payment_id = p.id and m.kind = 'bought'
    where p.effect = 'membership' and v.level is not null and p.effect_at >= $1 and p.effect_at < $2
  ), over as (
    select ${dayIn("least(m.ends_at, m.revoked_at)")} as day, m.level from membership_periods m
    where least(m.ends_at, m.revoked_at) >= $1 and least(m.ends_at, m.revoked_at) < $2
      and least(m.ends_at, m.revoked_at) > m.starts_at
      and not exists (select from membership_periods n where n.user_id = m.user_id
        and n.starts_at <= least(m.ends_at, m.revoked_at)
        and coalesce(least(n.ends_at, n.revoked_at), 'infinity') > least(m.ends_at, m.revoked_at))
  ), rows as (
    select 'model' as kind, day, doll_id::text as key, count(distinct id) as orders, sum(quantity) as pieces,
      sum(paid) as paid, sum(back) as back from shares group by day, doll_id
    union all
    select 'country', day, country, count(*), sum(pieces), sum(cents), sum(back) from orders_sold group by day, country
    union all
    select 'customers', day, case when again then 'returning' else 'new' end, count(*), sum(pieces), sum(cents),
      sum(back) from orders_sold group by day, again
    union all
    select kind, day, level, count(*), 0, sum(cents), sum(back) from bought group by kind, day, level
    union all
    select 'ended', day, level, count(*), 0, 0, 0 from over group by day, level
  )
  select kind, to_char(day, 'YYYY-MM-DD') as day, key, orders::int, pieces::int, paid::float8 as paid_cents,
    back::float8 as refunded_cents from rows`

/** Counts the sales of these days, both included. */
export function countSales(tx: Tx, from: string, to: string, zone: string): Promise<Counted[]> {
  return statement<Counted>(tx, "", counting, dayParams(from, to, zone))
}
