-- What staff are told of by the page, and by email where they chose so.
alter table preferences
  add column tell_orders boolean not null default true,
  add column mail_waiting_orders boolean not null default false,
  add column mail_flagged boolean not null default false;
