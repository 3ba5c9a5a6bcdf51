-- Notices to browsers while the page is closed (Web Push).

alter table preferences
  add column push_messages boolean not null default true,
  add column push_orders boolean not null default true,
  add column push_memberships boolean not null default true;

-- A browser of a session. public_key: the key of ours for which the browser made it; no other can use it.
create table push_subscriptions (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  session_id integer not null unique references sessions (id) on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  public_key text not null,
  failures integer not null default 0,
  created_at timestamptz not null,
  last_sent_at timestamptz
);
create index push_subscriptions_user on push_subscriptions (user_id);

-- What is still to be sent; a row goes once it is sent or given up.
create table push_outbox (
  id integer generated always as identity primary key,
  subscription_id integer not null references push_subscriptions (id) on delete cascade,
  kind text not null,
  link text not null,
  tag text not null,
  room_id integer,
  notification_id integer,
  attempts integer not null default 0,
  created_at timestamptz not null,
  next_attempt_at timestamptz not null
);
create index push_outbox_due on push_outbox (next_attempt_at);
create index push_outbox_subscription on push_outbox (subscription_id);
