-- Refunds of orders from before there was a table of refunds; `recordUnrecordedRefunds` of server/orders/refundLedger.ts does the
-- same for those of nodes of the version before.
with known as (
  insert into refunds (order_id, status, amount_cents, reason, created_at, settled_at)
  select id, case status when 'refunded' then 'settled' else 'due' end, coalesce(revenue_cents, total_cents), 'other',
    updated_at, case status when 'refunded' then coalesce(refunded_at, updated_at) end
  from orders where status in ('refund_due', 'refunded') and paid_at is not null
    and coalesce(revenue_cents, total_cents) > 0
  returning order_id, status, amount_cents
)
update orders o set refunded_cents = case known.status when 'settled' then amount_cents else 0 end,
  refund_due_cents = case known.status when 'due' then amount_cents else 0 end
from known where known.order_id = o.id;
