alter table payments add column amount_cents bigint not null default 0;
alter table payments add column refunded_at timestamptz;
alter table payments add column review text check (review in ('open', 'refund_due', 'refunded', 'settled'));
alter table payments add column review_note text;
comment on column payments.amount_cents is 'What was asked for; nothing when it belongs to nothing of ours.';
comment on column payments.review is 'Of money that belongs to no order and did not simply buy what it was for: where it stands.';
update payments p set amount_cents = i.amount_cents from invoices i where i.id = p.invoice_id;
update payments set refunded_at = updated_at where status = 'refunded';
update payments set review = 'open'
where order_id is null and effect is null and (status in ('completed', 'partially_paid') or actually_paid ~ '[1-9]') and status <> 'refunded';
create index payments_status on payments (status, created_at desc, id desc);
create index payments_subscriptions on payments (created_at desc, id desc) where order_id is null and invoice_id is not null;
create index payments_subscriptions_status on payments (status, created_at desc, id desc) where order_id is null and invoice_id is not null;
create index payments_amount on payments (amount_cents desc, id desc);
create index payments_review on payments (created_at desc, id desc) where review is not null;
create index payments_search on payments using gin (lower(payment_id) gin_trgm_ops);
create index payments_memberships on payments (effect_at) include (amount_cents) where effect = 'membership';
create index payments_refunded on payments (refunded_at) include (amount_cents) where refunded_at is not null and effect = 'membership';

alter table orders add column refunded_at timestamptz;
update orders set refunded_at = updated_at where status = 'refunded';
create index orders_status on orders (status, created_at desc, id desc);
create index orders_attention on orders (created_at desc, id desc)
  where status in ('needs_review', 'refund_due') or review in ('open', 'refund_due');
create index orders_search on orders using gin (lower(order_number || E'\n' || coalesce(shipping ->> 'firstName', '') || ' '
  || coalesce(shipping ->> 'lastName', '') || E'\n' || coalesce(shipping ->> 'email', '')) gin_trgm_ops);
create index orders_paid on orders (paid_at) include (total_cents) where paid_at is not null;
create index orders_refunded on orders (refunded_at) include (total_cents) where refunded_at is not null and paid_at is not null;
