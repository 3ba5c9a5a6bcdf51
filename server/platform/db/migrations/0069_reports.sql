-- Sales by day and model, country and kind of customer, and memberships by day and level: what reports add up.

create table report_days (
  kind text not null,
  day date not null,
  key text not null,
  orders integer not null,
  pieces integer not null,
  paid_cents bigint not null,
  refunded_cents bigint not null,
  primary key (kind, day, key)
);
comment on table report_days is 'Days of UTC that are over. A refund belongs to the day of its sale.';

create table touched_days (
  id bigint generated always as identity primary key,
  day date not null
);
comment on table touched_days is 'Days whose sales have changed since they were counted. Rows are only added, so that changes do not wait for each other here.';

create index membership_periods_ended on membership_periods (least(ends_at, revoked_at));
