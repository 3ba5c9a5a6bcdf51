alter table users add column version integer not null default 1;
comment on column users.version is 'Of what an admin may edit of a moderator; rises with every such change.';
create index users_search on users using gin (lower(full_name || E'\n' || email) gin_trgm_ops) where deleted_at is null;
create index users_staff on users (role, created_at desc, id desc) where role <> 'user' and deleted_at is null;
create index users_members on users (membership_level, created_at desc, id desc) where membership_level <> 'free' and deleted_at is null;
create index users_inactive on users (created_at desc, id desc) where not is_active and deleted_at is null;
create index users_left on users (deleted_at) where deleted_at is not null;
create index users_paying on users (membership_expires_at)
  include (membership_next_level, membership_next_expires_at, membership_last_level, membership_last_expires_at)
  where membership_level <> 'free' and role = 'user' and deleted_at is null;
comment on index users_paying is 'The members of this moment are counted in it alone.';
create index dolls_left on dolls (deleted_at) where deleted_at is not null;

create index contact_messages_open on contact_messages (created_at desc, id desc) where handled_at is null;
create index contact_messages_search on contact_messages
  using gin (lower(name || E'\n' || email || E'\n' || subject || E'\n' || message) gin_trgm_ops);

create index audit_log_actor on audit_log (actor_id, id desc);
create index audit_log_action on audit_log (action, id desc);
create index audit_log_search on audit_log
  using gin (lower(action || E'\n' || target_kind || E'\n' || coalesce(before::text, '') || E'\n' || coalesce(after::text, '')) gin_trgm_ops);

-- What has happened, for the admins' feed. Of people only their ids: their names are read when it is told.
create table activities (
  id integer generated always as identity primary key,
  type text not null check (
    type in ('subscription', 'moderator', 'flagged', 'order', 'user_registration', 'payment', 'model_purchase', 'moderator_created', 'message_flagged')
  ),
  user_id integer,
  subject_id integer,
  amount_cents bigint,
  detail text,
  critical boolean not null default false,
  created_at timestamptz not null
);
create index activities_type on activities (type, id desc);
comment on column activities.critical is 'For super admins alone.';

insert into activities (type, user_id, subject_id, amount_cents, detail, critical, created_at)
select * from (
  select case role when 'user' then 'user_registration' else 'moderator_created' end as type, id as user_id, id as subject_id,
    null::bigint as amount_cents, null::text as detail, false as critical, created_at
  from users where role in ('user', 'moderator')
  union all
  select 'order', user_id, id, total_cents, order_number, false, created_at from orders
  union all
  select 'model_purchase', user_id, id, total_cents, order_number, false, paid_at from orders where paid_at is not null
  union all
  select 'payment', p.user_id, p.id, i.amount_cents, null, false, p.effect_at
  from payments p join invoices i on i.id = p.invoice_id where p.effect_at is not null
  union all
  select 'subscription', user_id, id, price_cents, level, false, created_at from membership_periods where kind = 'bought'
  union all
  select case kind when 'message' then 'message_flagged' else 'flagged' end, author_id, id, null, reason, critical, created_at
  from flagged_items
) as past order by created_at;

-- A day of UTC that is over, counted once: the dashboard adds up days instead of reading everything again.
create table shop_days (
  day date primary key,
  registered integer not null,
  departed integer not null,
  subscriptions integer not null,
  sales integer not null,
  orders_cents bigint not null,
  subscriptions_cents bigint not null,
  refunds_cents bigint not null
);
comment on column shop_days.subscriptions is 'How many ran at the end of the day; everything else is what happened during it.';

create table shop_settings (
  id integer primary key default 1 check (id = 1),
  shop_name text not null default 'Vitrine',
  support_hours text not null default 'Mon-Fri 8am-5pm Pacific',
  announcement text,
  announcement_link text,
  maintenance boolean not null default false,
  maintenance_note text,
  version integer not null default 1,
  updated_by integer references users (id),
  updated_at timestamptz
);
insert into shop_settings (id) values (1);
