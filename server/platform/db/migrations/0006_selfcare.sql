create table preferences (
  user_id integer primary key references users (id) on delete cascade,
  mail_membership_reminders boolean not null default true,
  mail_new_sign_in boolean not null default true,
  browser_notifications boolean not null default false,
  sound boolean not null default true,
  text_previews boolean not null default false,
  updated_at timestamptz not null
);

create table known_agents (
  user_id integer not null references users (id) on delete cascade,
  agent text not null,
  first_seen_at timestamptz not null,
  primary key (user_id, agent)
);
comment on column known_agents.agent is 'Browser and system in a few words, without versions: an update is not a new device.';

create table account_events (
  id integer generated always as identity primary key,
  user_id integer not null references users (id),
  event text not null check (event in ('deleted')),
  created_at timestamptz not null
);

create table notifications (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  kind text not null,
  title text not null,
  body text not null,
  link text,
  created_at timestamptz not null,
  read_at timestamptz
);
create index notifications_user on notifications (user_id, id desc);
create index notifications_unread on notifications (user_id) where read_at is null;

create index payments_user on payments (user_id, id desc);
create index contact_messages_user on contact_messages (user_id);
