create table contact_messages (
  id integer generated always as identity primary key,
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  user_id integer references users (id) on delete set null,
  handled_at timestamptz,
  created_at timestamptz not null
);
create index contact_messages_newest on contact_messages (created_at desc, id desc);

create table newsletter_subscribers (
  id integer generated always as identity primary key,
  email text not null unique check (email = lower(email)),
  state text not null default 'pending' check (state in ('pending', 'confirmed', 'unsubscribed')),
  confirm_hash bytea unique,
  confirm_expires_at timestamptz,
  unsubscribe_hash bytea unique,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  unsubscribed_at timestamptz
);
