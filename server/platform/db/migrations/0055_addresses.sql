create table addresses (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  shipping jsonb not null,
  is_default boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index addresses_user on addresses (user_id);
create unique index addresses_default on addresses (user_id) where is_default;
