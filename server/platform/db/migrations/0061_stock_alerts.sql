-- Warnings of low stock, and requests to be told when a model is back in stock.

alter table shop_settings add column low_stock_at integer not null default 2 check (low_stock_at >= 0);
comment on column shop_settings.low_stock_at is 'Staff are told when this many pieces are left; 0: never.';
alter table preferences
  add column tell_stock boolean not null default true,
  add column mail_stock boolean not null default false;

create table stock_alerts (
  doll_id integer primary key references dolls (id),
  low_at integer check (low_at >= 0),
  low_since timestamptz
);
comment on column stock_alerts.low_at is 'In place of shop_settings.low_stock_at.';
comment on column stock_alerts.low_since is 'When staff were told; null while enough is left.';

create table stock_requests (
  id integer generated always as identity primary key,
  doll_id integer not null references dolls (id),
  user_id integer references users (id),
  email text,
  state text not null check (state in ('pending', 'waiting', 'told', 'left')),
  code_hash bytea unique,
  confirm_expires_at timestamptz,
  created_at timestamptz not null,
  closed_at timestamptz,
  check ((user_id is null) <> (email is null))
);
comment on table stock_requests is 'Answered in the order of id.';
comment on column stock_requests.email is 'Of a guest; pending until it is confirmed.';
comment on column stock_requests.code_hash is 'Of the links of the latest email.';
comment on column stock_requests.closed_at is 'When the person was told, or no longer wanted to be.';
create unique index stock_requests_user on stock_requests (user_id, doll_id) where state = 'waiting';
create unique index stock_requests_email on stock_requests (email, doll_id) where state in ('pending', 'waiting');
create index stock_requests_waiting on stock_requests (doll_id, id) where state = 'waiting';
create index stock_requests_told on stock_requests (doll_id, closed_at) where state = 'told';
