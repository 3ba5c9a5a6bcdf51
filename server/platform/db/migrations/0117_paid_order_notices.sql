-- Notices and emails about each paid order, as each admin chooses.

alter table preferences
  add column tell_paid_orders boolean not null default true,
  add column mail_paid_orders boolean not null default false;
