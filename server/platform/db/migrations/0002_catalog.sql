create extension if not exists pg_trgm;

create table dolls (
  id integer generated always as identity primary key,
  slug text unique,
  name text not null,
  description text not null,
  long_description text not null default '',
  category text not null default 'standard' check (category in ('premium', 'standard', 'limited_edition')),
  price_cents integer not null check (price_cents > 0),
  release_date date,
  material text,
  height_cm double precision check (height_cm >= 0),
  vaginal_depth_cm double precision check (vaginal_depth_cm >= 0),
  anal_depth_cm double precision check (anal_depth_cm >= 0),
  oral_depth_cm double precision check (oral_depth_cm >= 0),
  weight_kg double precision check (weight_kg >= 0),
  gross_weight_kg double precision check (gross_weight_kg >= 0),
  packing_size text,
  body_size text,
  specifications jsonb not null default '[]',
  is_available boolean not null default true,
  stock integer check (stock >= 0),
  rating double precision not null default 4.5 check (rating between 1 and 5),
  review_count integer not null default 0 check (review_count >= 0),
  rating_sum integer not null default 0 check (rating_sum >= 0),
  moderator_id integer references users (id) on delete set null,
  created_by integer references users (id) on delete set null,
  approved_by integer references users (id) on delete set null,
  height_set_by integer references users (id) on delete set null,
  needs_approval boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  search_text text not null generated always as (lower(name || E'\n' || description)) stored
);
comment on column dolls.search_text is 'What a search looks in: stored, so that the planner knows how common a word is and no row is lowered twice.';
comment on column dolls.stock is 'Pieces that can still be sold, live holds already taken off; null is made to order.';
comment on column dolls.needs_approval is 'Stays out of the shop until a second admin has approved it.';
create index dolls_newest on dolls (created_at desc, id desc) where deleted_at is null and is_available and not needs_approval;
create index dolls_price on dolls (price_cents, id) where deleted_at is null and is_available and not needs_approval;
create index dolls_rating on dolls (rating desc, id desc) where deleted_at is null and is_available and not needs_approval;
create index dolls_category on dolls (category, created_at desc, id desc) where deleted_at is null and is_available and not needs_approval;
create index dolls_category_price on dolls (category, price_cents, id) where deleted_at is null and is_available and not needs_approval;
create index dolls_category_rating on dolls (category, rating desc, id desc) where deleted_at is null and is_available and not needs_approval;
create index dolls_all on dolls (created_at desc, id desc) where deleted_at is null;
create index dolls_moderator on dolls (moderator_id) where deleted_at is null;
create index dolls_search on dolls using gin (search_text gin_trgm_ops) where deleted_at is null and is_available and not needs_approval;

create table images (
  id integer generated always as identity primary key,
  doll_id integer not null references dolls (id) on delete cascade,
  key text not null,
  caption text,
  is_primary boolean not null default false,
  position integer not null default 0,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  color text not null,
  widths integer[] not null,
  formats text[] not null,
  created_at timestamptz not null
);
create index images_doll on images (doll_id, position, id);
create unique index images_primary on images (doll_id) where is_primary;

create table reviews (
  id integer generated always as identity primary key,
  doll_id integer not null references dolls (id) on delete cascade,
  user_id integer references users (id) on delete set null,
  rating integer not null check (rating between 1 and 5),
  comment text not null,
  verified_purchase boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (doll_id, user_id)
);
create index reviews_newest on reviews (doll_id, created_at desc, id desc);
create index reviews_user on reviews (user_id, created_at desc, id desc);

create table favorites (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  doll_id integer not null references dolls (id) on delete cascade,
  created_at timestamptz not null,
  unique (user_id, doll_id)
);
create index favorites_newest on favorites (user_id, created_at desc, id desc);

create table slideshow_items (
  id integer generated always as identity primary key,
  caption text,
  is_video boolean not null default false,
  key text not null,
  video_file text,
  position integer not null default 0,
  width integer,
  height integer,
  color text,
  widths integer[] not null default '{}',
  formats text[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index slideshow_order on slideshow_items (position, id);
