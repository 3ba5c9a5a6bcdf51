create table users (
  id integer generated always as identity primary key,
  uuid uuid not null unique,
  email text not null,
  full_name text not null,
  region text not null,
  role text not null default 'user' check (role in ('user', 'moderator', 'admin')),
  admin_type text check (admin_type in ('super_admin', 'content_admin', 'financial_admin')),
  membership_level text not null default 'free' check (membership_level in ('free', 'standard', 'vip', 'vvip')),
  membership_expires_at timestamptz,
  video_access_count integer not null default 0 check (video_access_count >= 0),
  password_hash text not null,
  is_active boolean not null default true,
  is_demo boolean not null default false,
  email_verified_at timestamptz,
  pending_email text,
  terms_version text,
  terms_accepted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  check ((role = 'admin') = (admin_type is not null)),
  check (email = lower(email))
);
create unique index users_email on users (email) where deleted_at is null;
create index users_created on users (created_at desc, id desc);

create table sessions (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  token_hash bytea not null unique,
  remember boolean not null default false,
  user_agent text,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index sessions_user on sessions (user_id) where revoked_at is null;

create table one_time_codes (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('password_reset', 'verify_email', 'change_email')),
  code_hash bytea not null unique,
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_codes_user on one_time_codes (user_id, purpose);

create table mail_outbox (
  id integer generated always as identity primary key,
  kind text not null,
  to_address text not null,
  reply_to text,
  subject text not null,
  body_text text not null,
  body_html text not null,
  dedupe_key text unique,
  attempts integer not null default 0,
  created_at timestamptz not null,
  next_attempt_at timestamptz,
  sent_at timestamptz,
  dead_at timestamptz,
  last_error text
);
create index mail_outbox_due on mail_outbox (next_attempt_at) where sent_at is null and dead_at is null;
create index mail_outbox_recipient on mail_outbox (to_address, kind, created_at);
