-- Discounts, by code and automatic, and the one that an order was placed with.

create table discounts (
  id integer generated always as identity primary key,
  title text not null check (title <> ''),
  code text unique check (code ~ '^[A-Z0-9_-]{2,40}$'),
  percent integer check (percent between 1 and 99),
  amount_cents bigint check (amount_cents > 0),
  minimum_cents bigint not null default 0 check (minimum_cents >= 0),
  levels text[] not null default '{}' check (levels <@ array['free', 'standard', 'vip', 'vvip']),
  categories text[] not null default '{}' check (categories <@ array['premium', 'standard', 'limited_edition']),
  doll_ids integer[] not null default '{}',
  first_order boolean not null default false,
  max_uses integer check (max_uses > 0),
  max_uses_per_customer integer check (max_uses_per_customer > 0),
  starts_at timestamptz not null,
  ends_at timestamptz,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((percent is null) <> (amount_cents is null)),
  check (ends_at > starts_at)
);
comment on column discounts.code is 'In capital letters; null for a discount that is applied automatically.';
comment on column discounts.doll_ids is 'With categories: the models it is for; all if both are empty.';

-- Copies of what the discount was called when the order was placed; its amount is discount_cents.
alter table orders add column discount_id integer, add column discount_title text, add column discount_code text;
alter table orders add constraint orders_discount foreign key (discount_id) references discounts (id) not valid;
alter table order_items add column discount_cents bigint not null default 0;
