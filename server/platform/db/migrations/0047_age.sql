-- Age assurance by country, and countries that nothing is shipped to.

-- age_rules: [{country, rule}]; age_rule holds everywhere else.
alter table shop_settings
  add column age_rule text not null default 'declared' check (age_rule in ('none', 'declared', 'verified')),
  add column age_rules jsonb not null default '[]',
  add column no_shipping text[] not null default '{}';

-- Somebody over 18: when it was checked, and by whom. Without a user it belongs to the browser that holds its cookie.
create table age_assurances (
  id integer generated always as identity primary key,
  user_id integer references users (id) on delete cascade,
  provider text not null,
  assured_at timestamptz not null,
  expires_at timestamptz not null
);
create index age_assurances_user on age_assurances (user_id);
create unique index age_assurances_staff on age_assurances (user_id) where provider = 'staff';
create index age_assurances_expires on age_assurances (expires_at);

-- A visitor who has been sent to the provider. The row is deleted when the answer arrives, so that it is used once.
create table age_checks (
  state text primary key,
  browser_hash bytea not null,
  nonce text not null,
  code_verifier text not null,
  return_to text not null,
  expires_at timestamptz not null
);
create index age_checks_expires on age_checks (expires_at);
