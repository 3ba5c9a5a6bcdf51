-- The words of messages, written by a job: an index of chat_messages would cost every message that is sent.
create table chat_words (
  message_id integer primary key,
  room_id integer not null,
  words tsvector not null
);
comment on column chat_words.words is 'Also `#` and the id of the model, so that a search reads only the models of its moderator.';
create index chat_words_words on chat_words using gin (words);
create index chat_words_room on chat_words (room_id);
create table chat_words_until (
  id integer primary key default 1 check (id = 1),
  message_id integer not null
);
insert into chat_words_until (message_id) values (0);
