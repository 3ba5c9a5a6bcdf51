-- What staff are told of while they look at something else.
alter table preferences
  add column tell_messages boolean not null default true,
  add column tell_flagged boolean not null default true;
