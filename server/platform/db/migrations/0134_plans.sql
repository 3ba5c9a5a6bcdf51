-- What the levels cost and include. A row of plan_terms never changes: another price is another row, and what was paid
-- for refers to the row with which it was bought.

create table plans (
  level text primary key check (level in ('standard', 'vip', 'vvip')),
  version integer not null default 1,
  updated_by integer references users (id) on delete set null,
  updated_at timestamptz
);
insert into plans (level) values ('standard'), ('vip'), ('vvip');

create table plan_terms (
  id integer generated always as identity primary key,
  level text not null check (level in ('standard', 'vip', 'vvip')),
  valid_from timestamptz not null,
  price_cents bigint not null check (price_cents >= 100),
  price_90_cents bigint check (price_90_cents >= 100),
  price_180_cents bigint check (price_180_cents >= 100),
  price_360_cents bigint check (price_360_cents >= 100),
  messages integer check (messages >= 0),
  photos integer not null check (photos >= 0),
  discount_percent integer not null default 0 check (discount_percent between 0 and 90),
  is_recommended boolean not null default false,
  is_sold boolean not null default true,
  texts jsonb not null default '{}',
  withdrawn_at timestamptz,
  created_at timestamptz not null
);
create index plan_terms_level on plan_terms (level, valid_from desc, id desc);
comment on column plan_terms.price_cents is 'Of 30 days; the others of 3, 6 and 12 times 30 days, or null where they are not sold.';
comment on column plan_terms.messages is 'Of 30 days; null for unlimited.';
comment on column plan_terms.texts is 'By language; what is missing is the wording of the specification.';

-- The plans of the specification. They are also the terms of all that was bought before this migration, and by nodes of
-- the version before.
insert into plan_terms (level, valid_from, price_cents, messages, photos, is_recommended, created_at) values
  ('standard', '2000-01-01', 1500, 10, 1, false, '2000-01-01'),
  ('vip', '2000-01-01', 2000, 30, 3, true, '2000-01-01'),
  ('vvip', '2000-01-01', 5000, null, 5, false, '2000-01-01');

alter table invoices add column terms_id integer, add column days integer not null default 30;
alter table invoices add constraint invoices_terms foreign key (terms_id) references plan_terms (id) not valid;
alter table gifts add column terms_id integer references plan_terms (id), add column days integer not null default 30;
alter table membership_periods add column terms_id integer;
alter table membership_periods add constraint membership_periods_terms foreign key (terms_id) references plan_terms (id) not valid;
comment on column membership_periods.terms_id is 'What was promised; null for the plans of the specification.';

-- Three months are three periods of one payment: the first is 'bought', the others are 'further'.
alter table membership_periods drop constraint membership_periods_kind_check;
alter table membership_periods add constraint membership_periods_kind_check
  check (kind in ('bought', 'further', 'converted', 'granted')) not valid;

-- Codes for memberships. What a code took off an invoice is a row, which is also its use.
alter table discounts add column scope text not null default 'models' check (scope in ('models', 'memberships'));
create table invoice_discounts (
  invoice_id integer primary key references invoices (id) on delete cascade,
  discount_id integer not null references discounts (id),
  cents bigint not null check (cents > 0)
);
create index invoice_discounts_discount on invoice_discounts (discount_id);
