create table chat_rooms (
  id integer generated always as identity primary key,
  user_id integer not null references users (id),
  doll_id integer not null references dolls (id),
  moderator_id integer references users (id) on delete set null,
  head_seq integer not null default 0 check (head_seq >= 0),
  message_count integer not null default 0 check (message_count >= 0),
  frozen_at timestamptz,
  last_activity_at timestamptz not null,
  created_at timestamptz not null,
  unique (user_id, doll_id)
) with (fillfactor = 60);
comment on column chat_rooms.moderator_id is 'The moderator of the model, kept here so that what happens under the lock of the room sees who answers in it.';
comment on column chat_rooms.head_seq is 'The number of changes: every one takes the next, under the lock of this row.';
comment on column chat_rooms.message_count is 'Messages that are not deleted.';
create index chat_rooms_doll on chat_rooms (doll_id);
create index chat_rooms_moderator on chat_rooms (moderator_id);

create table chat_messages (
  id integer generated always as identity primary key,
  room_id integer not null references chat_rooms (id),
  sender_id integer not null references users (id),
  moderator_id integer references users (id) on delete set null,
  client_id text,
  seq integer not null check (seq > 0),
  created_seq integer not null check (created_seq > 0),
  type text not null check (type in ('TEXT', 'IMAGE', 'FILE', 'AUDIO', 'VIDEO', 'SYSTEM')),
  content text not null,
  file_key text unique,
  file_name text,
  file_type text,
  file_size integer,
  file_width integer,
  file_height integer,
  flagged boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
comment on column chat_messages.seq is 'Of the last change; created_seq is the one it came with.';
comment on column chat_messages.client_id is 'Kept when the message is deleted: one makes one message, for ever.';
create unique index chat_messages_client on chat_messages (sender_id, client_id) where client_id is not null;
create unique index chat_messages_seq on chat_messages (room_id, seq);
create index chat_messages_room on chat_messages (room_id, id);
create index chat_messages_flagged on chat_messages (room_id, id) where flagged;

-- How far each person of a room has read, and how many messages of others come after it: kept under the lock of the room.
create table chat_reads (
  room_id integer not null references chat_rooms (id),
  user_id integer not null references users (id),
  last_message_id integer not null default 0,
  unread integer not null default 0 check (unread >= 0),
  primary key (room_id, user_id)
) with (fillfactor = 60);
create index chat_reads_user on chat_reads (user_id);

create table chat_canned_replies (
  id integer generated always as identity primary key,
  moderator_id integer not null references users (id) on delete cascade,
  title text not null,
  content text not null,
  created_at timestamptz not null
);
create index chat_canned_replies_moderator on chat_canned_replies (moderator_id);

-- Files that no message holds, or none holds any more; the sweep takes them away.
create table chat_file_ends (
  file_key text primary key,
  due_at timestamptz not null
);
create index chat_file_ends_due on chat_file_ends (due_at);

create table audit_log (
  id integer generated always as identity primary key,
  actor_id integer references users (id),
  action text not null,
  target_kind text not null,
  target_id integer,
  before jsonb,
  after jsonb,
  created_at timestamptz not null,
  previous_hash bytea not null,
  hash bytea not null unique
);
comment on table audit_log is 'Append-only; each entry holds the hash of the one before it.';
create index audit_log_target on audit_log (target_kind, target_id, id desc);
