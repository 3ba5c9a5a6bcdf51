-- The zone of the days in reports and on the dashboard, and the one in which those that are stored were counted. Nodes of
-- the version before count days of UTC and do not know of another zone.
alter table shop_settings add column time_zone text not null default 'UTC';
alter table counted_until add column time_zone text not null default 'UTC';
comment on column counted_until.time_zone is 'Where it is not that of shop_settings, the days are counted anew.';
comment on table report_days is 'Days that are over, in the zone of counted_until. A refund belongs to the day of its sale.';
comment on table touched_days is
  'Days of UTC whose sales have changed since they were counted. Rows are only added, so that changes do not wait for each other here.';
