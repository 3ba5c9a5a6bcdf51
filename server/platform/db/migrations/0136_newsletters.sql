-- Newsletters that the owner writes, and their way to each reader.

alter table newsletter_subscribers
  add column language text,
  add column country text,
  add column source text not null default 'form' check (source in ('form', 'account', 'import')),
  add column consent text;
comment on column newsletter_subscribers.country is 'From an imported file; that of an order counts before it.';
comment on column newsletter_subscribers.consent is 'What the admin stated who imported the address.';
comment on column newsletter_subscribers.unsubscribed_at is 'When the reader left, or the address refused an email or a reader complained.';
alter table newsletter_subscribers drop constraint newsletter_subscribers_state_check;
alter table newsletter_subscribers add constraint newsletter_subscribers_state_check
  check (state in ('pending', 'confirmed', 'unsubscribed', 'bounced', 'complained')) not valid;
create index newsletter_subscribers_newest on newsletter_subscribers (created_at desc, id desc);

-- Emails of a newsletter wait behind all others.
alter table mail_outbox add column is_bulk boolean not null default false;
create index mail_outbox_waiting on mail_outbox (is_bulk, next_attempt_at) where sent_at is null and dead_at is null;

create table newsletters (
  id integer generated always as identity primary key,
  state text not null default 'draft' check (state in ('draft', 'scheduled', 'sending', 'sent', 'stopped')),
  texts jsonb not null default '{}',
  is_discreet boolean not null default true,
  segment jsonb not null,
  send_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  version integer not null default 1,
  updated_by integer references users (id) on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on column newsletters.texts is 'Title and Markdown by language.';
comment on column newsletters.is_discreet is 'Whether the subject line keeps the title to itself.';
create index newsletters_due on newsletters (send_at) where state = 'scheduled';
create index newsletters_open on newsletters (started_at, id) where started_at is not null and finished_at is null;

-- One row for each reader, written in the transaction in which the newsletter begins.
create table newsletter_deliveries (
  id integer generated always as identity primary key,
  newsletter_id integer not null references newsletters (id) on delete cascade,
  subscriber_id integer references newsletter_subscribers (id) on delete set null,
  email_id integer references mail_outbox (id) on delete set null,
  code_hash bytea unique,
  queued_at timestamptz,
  sent_at timestamptz,
  failed_at timestamptz,
  skipped_at timestamptz,
  bounced_at timestamptz,
  complained_at timestamptz,
  unsubscribed_at timestamptz,
  unique (newsletter_id, subscriber_id)
);
comment on column newsletter_deliveries.skipped_at is 'When it turned out that the reader had left, or that the newsletter was stopped.';
create index newsletter_deliveries_subscriber on newsletter_deliveries (subscriber_id);
create index newsletter_deliveries_email on newsletter_deliveries (email_id) where email_id is not null;
create index newsletter_deliveries_queued on newsletter_deliveries (queued_at) where queued_at is not null;
create index newsletter_deliveries_open on newsletter_deliveries (newsletter_id, id)
  where sent_at is null and failed_at is null and skipped_at is null;

-- Reports of the mail provider that were applied, so that a repeated one has no effect.
create table newsletter_reports (
  id text primary key,
  kind text not null check (kind in ('bounce', 'complaint')),
  received_at timestamptz not null
);
