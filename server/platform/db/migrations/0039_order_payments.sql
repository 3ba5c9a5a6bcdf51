-- What an order knows of its payments, so that reading or moving an order needs no payment: payments writes it (server/payments/summary.ts).
alter table orders
  add column payment_state text,
  add column paid_cents bigint not null default 0,
  add column payments_received integer not null default 0,
  add column payment_pending_at timestamptz,
  add column payment_invoice_id integer,
  add column payment_invoice_url text,
  add column payment_remaining text,
  add column payment_updated_at timestamptz;

create function pg_temp.decimal_of(value text) returns numeric language sql immutable as
  $$select case when trim(value) ~ '^[+-]?\d{1,40}(\.\d{0,40})?([eE][+-]?\d{1,2})?$' then trim(value)::numeric end$$;

with seen as (
  select p.id, p.order_id, p.rank, p.status, p.flags, p.updated_at, p.pay_currency, i.id as invoice_id, i.invoice_url,
    o.total_cents as total, p.price_currency,
    pg_temp.decimal_of(p.price_amount) as price, pg_temp.decimal_of(p.pay_amount) as asked, pg_temp.decimal_of(p.actually_paid) as paid,
    p.status = 'processing' as pending,
    p.status not in ('refunded', 'processing')
      and (p.status in ('completed', 'partially_paid') or coalesce(pg_temp.decimal_of(p.actually_paid), 0) > 0) as received
  from payments p join orders o on o.id = p.order_id left join invoices i on i.id = p.invoice_id
), counted as (
  select seen.*, received and status <> 'completed' as part,
    case
      when not received then 0
      when status = 'completed' then due
      when coalesce(asked, 0) <= 0 or paid is null then 0
      else greatest(0, least(due, floor(due * paid / asked)))
    end as cents
  from seen, lateral (select case
    when not 'foreign' = any (flags) then total
    when price_currency = 'usd' then least(total, floor(coalesce(price, 0) * 100))
    else 0 end as due) of_the_order
), summed as (
  select order_id, min(total) as total, least(min(total), sum(cents)) as paid_cents, count(*) filter (where received) as received,
    max(updated_at) filter (where pending) as pending_at, max(updated_at) as updated_at
  from counted group by order_id
), foremost as (
  select distinct on (order_id) * from counted where pending or received
  order by order_id, invoice_id is null, case when pending then 0 when part then 1 else 2 end, rank desc, id desc
)
update orders o set
  payment_state = case
    when l.order_id is null then null
    when l.pending then 'coming'
    when s.paid_cents < s.total then 'partial'
    else 'arrived' end,
  paid_cents = s.paid_cents,
  payments_received = s.received,
  payment_pending_at = s.pending_at,
  payment_invoice_id = l.invoice_id,
  payment_invoice_url = l.invoice_url,
  payment_remaining = case when l.part and l.asked is not null and l.paid is not null and l.pay_currency is not null
    then trim_scale(greatest(0, l.asked - l.paid))::text || ' ' || upper(l.pay_currency) end,
  payment_updated_at = s.updated_at
from summed s left join foremost l on l.order_id = s.order_id
where o.id = s.order_id;

drop function pg_temp.decimal_of(text);
