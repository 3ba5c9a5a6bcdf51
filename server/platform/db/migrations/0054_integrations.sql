-- API keys, and webhooks to other services.

create table api_keys (
  id integer generated always as identity primary key,
  name text not null,
  prefix text not null,
  key_hash bytea not null unique,
  scopes text[] not null,
  user_id integer not null references users (id),
  created_at timestamptz not null,
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_user on api_keys (user_id);

-- Secrets are sealed. previous_secret: signs as well until previous_until. failing_since: no delivery has succeeded since.
create table webhook_endpoints (
  id integer generated always as identity primary key,
  url text not null,
  events text[] not null,
  secret bytea not null,
  previous_secret bytea,
  previous_until timestamptz,
  is_active boolean not null default true,
  failing_since timestamptz,
  switched_off_at timestamptz,
  created_at timestamptz not null
);

-- next_attempt_at: null when it was delivered or given up. round: attempts since it was written or sent again.
create table webhook_deliveries (
  id integer generated always as identity primary key,
  endpoint_id integer not null references webhook_endpoints (id) on delete cascade,
  event_id uuid not null,
  type text not null,
  payload text not null,
  attempts integer not null default 0,
  round integer not null default 0,
  next_attempt_at timestamptz,
  claimed_until timestamptz,
  last_attempt_at timestamptz,
  delivered_at timestamptz,
  failed_at timestamptz,
  status_code integer,
  error text,
  answer text,
  created_at timestamptz not null,
  unique (endpoint_id, event_id)
);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_attempt_at) where next_attempt_at is not null;
create index webhook_deliveries_listed on webhook_deliveries (endpoint_id, created_at desc, id desc);
create index webhook_deliveries_created on webhook_deliveries (created_at);
