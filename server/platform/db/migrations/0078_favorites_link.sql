-- The link by which others see an account's favorites; without a row they are not shared.
create table favorite_links (
  user_id integer primary key references users (id) on delete cascade,
  token text not null unique,
  created_at timestamptz not null
);
