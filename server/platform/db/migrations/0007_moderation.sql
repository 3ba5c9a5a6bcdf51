create table moderation_decisions (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('message', 'review', 'doll', 'video', 'slideshow')),
  subject_id integer,
  room_id integer,
  author_id integer references users (id),
  engine text not null,
  version text not null,
  decision text not null check (decision in ('allow', 'flag', 'block')),
  frozen boolean not null default false,
  categories jsonb not null,
  created_at timestamptz not null
);
create index moderation_decisions_subject on moderation_decisions (kind, subject_id);
comment on column moderation_decisions.subject_id is 'Null when what was judged was blocked and so never stored.';

create table flagged_items (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('message', 'review', 'doll', 'video', 'slideshow')),
  subject_id integer,
  room_id integer,
  author_id integer references users (id),
  sources text[] not null check (cardinality(sources) > 0 and sources <@ array['engine', 'moderator', 'report']),
  reason text not null,
  critical boolean not null default false,
  decision_id integer references moderation_decisions (id),
  held_text text,
  created_at timestamptz not null,
  notified_at timestamptz,
  outcome text check (outcome in ('approved', 'deleted', 'withdrawn')),
  resolved_by integer references users (id),
  resolved_at timestamptz,
  check ((outcome is null) = (resolved_at is null))
);
create unique index flagged_items_open on flagged_items (kind, subject_id) where resolved_at is null;
create index flagged_items_queue on flagged_items (id desc) where resolved_at is null;
comment on column flagged_items.held_text is 'What was blocked and stored nowhere else, kept for whoever has to look at it.';

create table reports (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('message', 'review', 'doll', 'video')),
  subject_id integer not null,
  flagged_id integer not null references flagged_items (id),
  reporter_id integer references users (id),
  reporter_hash bytea,
  reason text not null,
  created_at timestamptz not null,
  closed_at timestamptz,
  check (closed_at is not null or (reporter_id is null) <> (reporter_hash is null))
);
create unique index reports_open_person on reports (kind, subject_id, reporter_id) where closed_at is null;
create unique index reports_open_address on reports (kind, subject_id, reporter_hash) where closed_at is null;
create index reports_flagged on reports (flagged_id);
create index reports_reporter on reports (reporter_id);
comment on column reports.reporter_hash is 'Of a guest''s address and the item, so that one address has one open report an item; emptied when it is closed.';

create table moderation_rechecks (
  id integer generated always as identity primary key,
  kind text not null,
  subject_id integer not null,
  room_id integer,
  author_id integer,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  created_at timestamptz not null,
  unique (kind, subject_id)
);
create index moderation_rechecks_due on moderation_rechecks (next_attempt_at);
