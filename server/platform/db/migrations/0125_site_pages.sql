-- Pages that the owner writes. The rows of `builtin` pages exist from the start; without a published version they show the
-- texts that the shop comes with.
create table site_pages (
  id integer generated always as identity primary key,
  builtin text unique check (builtin in ('terms', 'privacy', 'accessibility', 'faq')),
  slug text not null unique,
  former_slugs text[] not null default '{}',
  place text not null default 'none' check (place in ('header', 'footer', 'none')),
  position integer not null default 0,
  draft jsonb not null default '{}',
  published integer,
  version integer not null default 1,
  updated_by integer references users (id) on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on column site_pages.draft is 'Title, description and Markdown by language, as the owner edits them.';
comment on column site_pages.published is 'The number of the version that visitors see; null for none, or for the text of the shop.';
create index site_pages_former_slugs on site_pages using gin (former_slugs);

create table site_page_versions (
  page_id integer not null references site_pages (id) on delete cascade,
  number integer not null,
  texts jsonb not null,
  published_by integer references users (id) on delete set null,
  published_at timestamptz not null,
  primary key (page_id, number)
);

create table site_page_pictures (
  id integer generated always as identity primary key,
  page_id integer not null references site_pages (id) on delete cascade,
  key text not null unique,
  width integer not null,
  height integer not null,
  widths integer[] not null,
  formats text[] not null,
  created_at timestamptz not null
);
create index site_page_pictures_page on site_page_pictures (page_id);

insert into site_pages (id, builtin, slug, created_at, updated_at) overriding system value
select id, name, name, now(), now()
from unnest(array['terms', 'privacy', 'accessibility', 'faq']) with ordinality as builtin (name, id);
alter table site_pages alter column id restart with 5;

-- The versions that were in force. Null is the text that the shop comes with.
alter table users add column privacy_version text;
alter table users add column terms_seen integer not null default 0;
alter table users add column privacy_seen integer not null default 0;
alter table orders add column terms_version integer;
alter table orders add column privacy_version integer;
