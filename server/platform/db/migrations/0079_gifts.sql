-- Memberships bought for somebody else: paid, they become a code that gives thirty days of a level to who redeems it.
alter table invoices add column is_gift boolean not null default false;
create table gifts (
  id integer generated always as identity primary key,
  payment_id integer not null unique references payments (id),
  buyer_id integer references users (id) on delete set null,
  level text not null check (level in ('standard', 'vip', 'vvip')),
  price_cents bigint not null,
  code text not null unique,
  expires_at timestamptz not null,
  redeemed_by integer references users (id) on delete set null,
  redeemed_at timestamptz,
  voided_at timestamptz,
  created_at timestamptz not null
);
create index gifts_buyer on gifts (buyer_id, id desc);
create index gifts_redeemer on gifts (redeemed_by) where redeemed_by is not null;
