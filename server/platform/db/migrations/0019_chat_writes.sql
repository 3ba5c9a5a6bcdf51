-- Each of these looked up, message by message, what the statement that stores them has just read under the lock of the room: the room is there,
-- and the sender and the moderator are its two people. Those are held by the room's own references, and rooms and accounts are never deleted.
alter table chat_messages drop constraint chat_messages_room_id_fkey;
alter table chat_messages drop constraint chat_messages_sender_id_fkey;
alter table chat_messages drop constraint chat_messages_moderator_id_fkey;

-- One index in place of two: in a room, messages come in the order of `created_seq` as they do in that of `id`, and few ever change.
create unique index chat_messages_order on chat_messages (room_id, created_seq);
create unique index chat_messages_changed on chat_messages (room_id, seq) where seq <> created_seq;
drop index chat_messages_seq;
drop index chat_messages_room;
