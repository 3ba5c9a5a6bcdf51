-- Paid orders that an admin hears of in one email a day, at an hour of the shop's time zone.

alter table preferences add column digest_paid_orders integer;

create table paid_order_digests (
  user_id integer not null references users (id) on delete cascade,
  order_id integer not null references orders (id) on delete cascade,
  created_at timestamptz not null,
  primary key (user_id, order_id)
);

-- Emails about orders are discreet until the owner wants them to name the pieces.
alter table shop_settings add column emails_name_pieces boolean not null default false;
