-- What was left of an allowance when its time became time of a higher level: it stands beside that level's own.
alter table membership_periods add column extra_messages integer not null default 0 check (extra_messages >= 0);
alter table membership_periods add column extra_photos integer not null default 0 check (extra_photos >= 0);
