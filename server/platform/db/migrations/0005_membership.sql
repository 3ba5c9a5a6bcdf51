-- What was paid for, or granted, and when it runs; the columns of users are derived from it.
create table membership_periods (
  id integer generated always as identity primary key,
  user_id integer not null references users (id),
  level text not null check (level in ('standard', 'vip', 'vvip')),
  kind text not null check (kind in ('bought', 'converted', 'granted')),
  payment_id integer references payments (id),
  part_of integer references membership_periods (id),
  price_cents bigint not null check (price_cents >= 0),
  starts_at timestamptz not null,
  ends_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null,
  check (ends_at >= starts_at),
  check (ends_at is not null or kind = 'granted'),
  check (payment_id is not null or kind <> 'bought')
);
create unique index membership_periods_payment on membership_periods (payment_id) where kind = 'bought';
create index membership_periods_paid on membership_periods (payment_id);
create index membership_periods_user on membership_periods (user_id, starts_at);
create index membership_periods_part_of on membership_periods (part_of);

create table allowance_uses (
  period_id integer not null references membership_periods (id),
  turn integer not null default 0 check (turn >= 0),
  kind text not null check (kind in ('messages', 'photos')),
  used integer not null check (used >= 0),
  primary key (period_id, turn, kind)
);

-- The levels that wait behind the current one, so that the level of any moment is read from one row.
alter table users add column membership_next_level text check (membership_next_level in ('standard', 'vip'));
alter table users add column membership_next_expires_at timestamptz;
alter table users add column membership_last_level text check (membership_last_level = 'standard');
alter table users add column membership_last_expires_at timestamptz;
alter table users add column membership_reminded_for timestamptz;
create index users_membership_end on users (membership_expires_at) where membership_expires_at is not null;
