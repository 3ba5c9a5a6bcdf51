-- Passkeys, codes of an authenticator app and recovery codes; sessions say what they were opened with.

alter table users add column second_factor_since timestamptz;

-- Sessions of before were opened with a password; a node of the version before does not name the column.
alter table sessions
  add column method text not null default 'password'
    check (method in ('password', 'passkey', 'password_passkey', 'password_totp', 'password_recovery_code')),
  add column confirmed_at timestamptz;

create table passkeys (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  backed_up boolean not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- secret: sealed. last_step: the last time step whose code was accepted, so that no code is accepted twice.
create table authenticators (
  user_id integer primary key references users (id) on delete cascade,
  secret bytea not null,
  last_step bigint not null default 0,
  created_at timestamptz not null,
  confirmed_at timestamptz
);

create table recovery_codes (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index recovery_codes_user on recovery_codes (user_id);

-- What a browser has to answer: sign-in with a passkey, the second step of a sign-in, a confirmation, a new passkey.
create table sign_in_challenges (
  id integer generated always as identity primary key,
  token_hash bytea not null unique,
  purpose text not null check (purpose in ('passkey', 'second_factor', 'confirm', 'new_passkey')),
  user_id integer references users (id) on delete cascade,
  challenge text,
  remember boolean not null default false,
  attempts integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sign_in_challenges_expires on sign_in_challenges (expires_at);

alter table shop_settings add column require_second_factor boolean not null default false;
