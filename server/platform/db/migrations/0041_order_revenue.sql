-- What had been received for an order when it was paid. Null for an order paid in full before, or by a node of an older version: its total.
alter table orders add column revenue_cents bigint;
drop index orders_paid;
create index orders_paid on orders (paid_at) include (total_cents, revenue_cents) where paid_at is not null;
drop index orders_refunded;
create index orders_refunded on orders (refunded_at) include (total_cents, revenue_cents) where refunded_at is not null and paid_at is not null;

-- Underpaid orders counted in full. Orders under review counted if the demo shop had created them; no other has a time of payment.
create temporary table corrected as
  select id, paid_at, total_cents, status = 'needs_review' as under_review, case status when 'needs_review' then 0 else paid_cents end as revenue
  from orders o
  where paid_at is not null and (status = 'needs_review'
    or status in ('to_be_shipped', 'shipped', 'completed', 'refund_due') and payments_received > 0 and paid_cents < total_cents
      and not exists (select from payments p where p.order_id = o.id and p.status = 'refunded'));

update shop_days d set orders_cents = d.orders_cents - c.cents, sales = d.sales - c.sales
from (
  select (paid_at at time zone 'UTC')::date as day, sum(total_cents - revenue) as cents, count(*) filter (where under_review)::int as sales
  from corrected group by 1
) c where c.day = d.day;

delete from activities a using corrected c where a.type = 'model_purchase' and a.subject_id = c.id and c.under_review;
update activities a set amount_cents = c.revenue from corrected c where a.type = 'model_purchase' and a.subject_id = c.id;
update activities a set amount_cents = o.paid_cents
from payments p join orders o on o.id = p.order_id
where a.type = 'payment' and a.subject_id = p.id and p.status <> 'refunded' and o.payments_received = 1 and o.paid_cents < o.total_cents;

update orders o set revenue_cents = case when c.under_review then null else c.revenue end, paid_at = case when c.under_review then null else o.paid_at end
from corrected c where c.id = o.id;
drop table corrected;
