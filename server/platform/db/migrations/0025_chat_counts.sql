-- What waits stands in the room, whose row every message changes anyway.
alter table chat_rooms add column user_unread integer not null default 0;
alter table chat_rooms add column moderator_unread integer not null default 0;
comment on column chat_rooms.user_unread is 'Messages of others behind the one the member has read up to, those taken back not counted.';
comment on column chat_rooms.moderator_unread is 'The same for who answers in the room now: counted anew when that changes.';
update chat_rooms r set
  user_unread = coalesce((select c.unread from chat_reads c where c.room_id = r.id and c.user_id = r.user_id), 0),
  moderator_unread = coalesce((select c.unread from chat_reads c where c.room_id = r.id and c.user_id = r.moderator_id), 0);
alter table chat_reads drop column unread;

-- In the order of time every new row goes to the end of the index; only the last days are counted from it.
drop index chat_messages_answers;
create index chat_messages_answers on chat_messages (created_at, sender_id) where sender_id = moderator_id;
comment on index chat_messages_answers is 'What moderators have written: their numbers are counted from it.';
