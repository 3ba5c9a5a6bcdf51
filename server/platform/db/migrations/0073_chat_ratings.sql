-- What members say about a talk that has come to rest. user_id: the member; moderator_id: who answered.
create table chat_ratings (
  id integer generated always as identity primary key,
  room_id integer not null references chat_rooms (id),
  user_id integer not null references users (id) on delete cascade,
  moderator_id integer not null references users (id),
  asked_at timestamptz not null,
  score integer check (score between 1 and 5),
  words text,
  answered_at timestamptz,
  dismissed_at timestamptz
);
create index chat_ratings_room on chat_ratings (room_id, id desc);
create index chat_ratings_user on chat_ratings (user_id);
create index chat_ratings_moderator on chat_ratings (moderator_id, answered_at) where answered_at is not null;
