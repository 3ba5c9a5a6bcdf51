-- Refunds of orders, in full or in part, and returns by customers.

alter table orders add column refunded_cents bigint not null default 0;
alter table orders add column refund_due_cents bigint not null default 0;
alter table orders add column returns_waiting integer not null default 0;
alter table orders add constraint orders_refunds
  check (refunded_cents >= 0 and refund_due_cents >= 0 and refunded_cents + refund_due_cents <= total_cents) not valid;
comment on column orders.refunded_cents is 'The sum of its settled refunds.';
comment on column orders.refund_due_cents is 'The sum of its refunds that have not been paid out yet.';
comment on column orders.returns_waiting is 'The number of its returns that wait for staff.';
alter table order_items add column refunded_cents bigint not null default 0;
-- Before, it was none or all of the line.
alter table order_items drop constraint order_items_check;
alter table order_items add constraint order_items_held check (held between 0 and quantity) not valid;
comment on column order_items.refunded_cents is 'The share of its settled refunds; the shares of an order add up to orders.refunded_cents.';

alter table shop_settings add column return_days integer not null default 30;

create table returns (
  id integer generated always as identity primary key,
  order_id integer not null references orders (id),
  status text not null check (status in ('requested', 'approved', 'refused', 'received', 'refunded', 'withdrawn')),
  reason text not null,
  note text,
  payout_address text,
  instructions text,
  refusal text,
  condition text,
  created_at timestamptz not null,
  decided_at timestamptz,
  received_at timestamptz,
  ended_at timestamptz
);
create index returns_order on returns (order_id);
create index returns_open on returns (created_at desc, id desc) where status in ('requested', 'approved', 'received');
create index returns_created on returns (created_at desc, id desc);

create table return_items (
  id integer generated always as identity primary key,
  return_id integer not null references returns (id),
  order_item_id integer not null references order_items (id),
  quantity integer not null check (quantity > 0),
  restocked boolean
);
create index return_items_return on return_items (return_id);

create table refunds (
  id integer generated always as identity primary key,
  order_id integer not null references orders (id),
  return_id integer references returns (id),
  status text not null check (status in ('due', 'settled', 'cancelled')),
  amount_cents bigint not null check (amount_cents > 0),
  reason text not null,
  note text,
  payout_address text,
  payout_id text,
  payout_amount text,
  payout_currency text,
  created_by integer references users (id),
  settled_by integer references users (id),
  created_at timestamptz not null,
  settled_at timestamptz,
  cancelled_at timestamptz,
  check ((status = 'settled') = (settled_at is not null))
);
create index refunds_order on refunds (order_id);
create index refunds_settled on refunds (settled_at) include (amount_cents, order_id) where settled_at is not null;

create table refund_items (
  id integer generated always as identity primary key,
  refund_id integer not null references refunds (id),
  order_item_id integer not null references order_items (id),
  quantity integer not null check (quantity >= 0),
  amount_cents bigint not null check (amount_cents >= 0),
  restocked integer not null default 0 check (restocked >= 0),
  released integer not null default 0 check (released >= 0)
);
comment on column refund_items.quantity is '0 if an amount was refunded and no pieces.';
comment on column refund_items.restocked is 'The pieces that this refund put back into stock.';
comment on column refund_items.released is 'How much this refund lowered order_items.held.';
create index refund_items_refund on refund_items (refund_id);
