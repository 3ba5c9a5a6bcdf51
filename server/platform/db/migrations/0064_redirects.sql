create table redirects (
  id integer generated always as identity primary key,
  from_path text not null unique,
  to_path text not null,
  hits integer not null default 0 check (hits >= 0),
  last_hit_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
