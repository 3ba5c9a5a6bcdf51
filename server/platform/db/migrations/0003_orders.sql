create table cart_items (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  doll_id integer not null references dolls (id) on delete cascade,
  quantity integer not null check (quantity between 1 and 99),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (user_id, doll_id)
);

create table orders (
  id integer generated always as identity primary key,
  user_id integer references users (id) on delete set null,
  reference text not null unique,
  order_number text not null unique check (order_number ~ '^ORD-[0-9]{6}$'),
  status text not null default 'unpaid' check (
    status in ('unpaid', 'to_be_shipped', 'shipped', 'completed', 'cancelled', 'needs_review', 'refund_due', 'refunded')
  ),
  review text check (review in ('open', 'refund_due', 'refunded')),
  review_reason text,
  shipping jsonb not null,
  products_cents bigint not null check (products_cents >= 0),
  shipping_cents bigint not null default 0 check (shipping_cents >= 0),
  discount_cents bigint not null default 0 check (discount_cents >= 0),
  total_cents bigint not null check (total_cents > 0),
  cart_fingerprint text not null,
  hold_expires_at timestamptz,
  holds_stock boolean not null default true,
  payment_method text not null default 'Crypto Wallet',
  paid_at timestamptz,
  tracking_number text,
  shipped_at timestamptz,
  completed_at timestamptz,
  cancelled_at timestamptz,
  hidden_at timestamptz,
  superseded_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (total_cents = products_cents + shipping_cents - discount_cents),
  check (status <> 'shipped' or tracking_number is not null)
);
create unique index orders_one_unpaid on orders (user_id) where status = 'unpaid' and superseded_at is null;
create index orders_user on orders (user_id, created_at desc, id desc);
create index orders_newest on orders (created_at desc, id desc);
create index orders_holds on orders (hold_expires_at) where status = 'unpaid';
create index orders_shipped on orders (shipped_at) where status = 'shipped';
comment on column orders.holds_stock is 'Whether the pieces of this order are taken off dolls.stock; given back exactly once.';
comment on column orders.superseded_at is 'When a newer order took its place while its payment was under way; it still runs to its own end.';

create table order_items (
  id integer generated always as identity primary key,
  order_id integer not null references orders (id) on delete cascade,
  doll_id integer not null references dolls (id),
  name text not null,
  description text not null,
  price_cents integer not null check (price_cents > 0),
  quantity integer not null check (quantity between 1 and 99),
  held integer not null default 0 check (held in (0, quantity)),
  image_url text,
  unique (order_id, doll_id)
);
create index order_items_doll on order_items (doll_id);
comment on column order_items.held is 'Pieces this line took off dolls.stock; none for what is made to order.';

create table order_events (
  id integer generated always as identity primary key,
  order_id integer not null references orders (id) on delete cascade,
  actor_id integer references users (id) on delete set null,
  from_status text,
  to_status text not null,
  note text,
  created_at timestamptz not null
);
create index order_events_order on order_events (order_id, id);

create table invoices (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('order', 'subscription')),
  order_id integer references orders (id),
  user_id integer references users (id) on delete set null,
  level text check (level in ('standard', 'vip', 'vvip')),
  reference text not null unique,
  provider text not null,
  provider_invoice_id text,
  invoice_url text,
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null default 'usd',
  state text not null default 'creating' check (state in ('creating', 'open', 'paid', 'void', 'failed')),
  success_url text not null,
  cancel_url text not null,
  expires_at timestamptz,
  next_check_at timestamptz,
  checks integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((kind = 'order') = (order_id is not null)),
  check ((kind = 'subscription') = (level is not null)),
  unique (provider, provider_invoice_id)
);
create unique index invoices_one_an_order on invoices (order_id) where kind = 'order' and state in ('creating', 'open');
create unique index invoices_one_a_level on invoices (user_id, level) where kind = 'subscription' and state in ('creating', 'open');
create index invoices_due on invoices (next_check_at) where next_check_at is not null;
create index invoices_order on invoices (order_id, id desc);
create index invoices_user on invoices (user_id, id desc);

create table payments (
  id integer generated always as identity primary key,
  provider text not null,
  payment_id text not null,
  invoice_id integer references invoices (id),
  order_id integer references orders (id),
  user_id integer references users (id) on delete set null,
  status text not null check (status in ('pending', 'processing', 'partially_paid', 'failed', 'completed', 'refunded')),
  provider_status text not null,
  rank integer not null,
  price_amount text,
  price_currency text,
  pay_amount text,
  actually_paid text,
  pay_currency text,
  parent_payment_id text,
  flags text[] not null default '{}',
  effect text check (effect in ('paid', 'membership', 'review', 'second')),
  effect_at timestamptz,
  next_check_at timestamptz,
  checks integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider, payment_id)
);
create unique index payments_one_paid on payments (order_id) where effect = 'paid';
create index payments_order on payments (order_id);
create index payments_invoice on payments (invoice_id);
create index payments_newest on payments (created_at desc, id desc);
create index payments_due on payments (next_check_at) where next_check_at is not null;
comment on column payments.effect is 'The one thing this payment has done: paid its order, granted a membership, put its order under review, or been a second one.';
comment on column payments.effect_at is 'When it did.';

create table payment_events (
  id integer generated always as identity primary key,
  provider text not null,
  event_key text not null,
  payment_id text,
  source text not null check (source in ('notice', 'poll', 'manual')),
  scheme text,
  raw text not null,
  provider_status text,
  rank integer,
  received_at timestamptz not null,
  processed_at timestamptz,
  applied boolean,
  note text
);
create unique index payment_events_key on payment_events (provider, event_key);
create index payment_events_waiting on payment_events (id) where processed_at is null;
create index payment_events_payment on payment_events (provider, payment_id, id);

create table idempotency_keys (
  id integer generated always as identity primary key,
  scope text not null,
  key text not null,
  body_hash text not null,
  claim text not null,
  claimed_until timestamptz not null,
  status integer,
  response jsonb,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  unique (scope, key)
);
comment on column idempotency_keys.claimed_until is 'Until when an answer is awaited; a call that died frees its key at that time.';
create index idempotency_expiry on idempotency_keys (expires_at);

create table sandbox_invoices (
  id integer generated always as identity primary key,
  invoice_id text not null unique,
  order_id text not null,
  order_description text,
  price_amount text not null,
  price_currency text not null,
  ipn_callback_url text,
  success_url text,
  cancel_url text,
  created_at timestamptz not null
);

create table sandbox_payments (
  id integer generated always as identity primary key,
  payment_id text not null unique,
  invoice_id text not null references sandbox_invoices (invoice_id),
  payment_status text not null,
  pay_amount text not null,
  actually_paid text not null default '0',
  parent_payment_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
