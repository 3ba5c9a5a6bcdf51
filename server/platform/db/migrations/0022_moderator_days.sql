-- Days of UTC that are over, added up once: a moderator's numbers are read from these and from what was said since.
create table moderator_days (
  moderator_id integer not null references users (id) on delete cascade,
  day date not null,
  messages integer not null check (messages >= 0),
  answers integer not null check (answers >= 0),
  waited_seconds double precision not null check (waited_seconds >= 0),
  primary key (moderator_id, day)
);
comment on table moderator_days is 'What a moderator wrote; answers are those that ended a wait of a member, and waited_seconds how long they all waited.';

create table moderator_models (
  moderator_id integer not null references users (id) on delete cascade,
  doll_id integer not null references dolls (id) on delete cascade,
  messages integer not null check (messages >= 0),
  primary key (moderator_id, doll_id)
);
comment on table moderator_models is 'What moderator_days hold, by the model it was said about.';

create table counted_until (
  name text primary key,
  day date not null
);
comment on table counted_until is 'The last day that is added up.';
