-- What is allowed, as nearly everything is, is written down with the message itself: a row of its own would cost as much as the message.
alter table chat_messages add column judged_by text;
comment on column chat_messages.judged_by is 'Engine and version that allowed it; null where moderation_decisions says what was decided.';

-- Most messages are no files, and need no place in this index.
alter table chat_messages drop constraint chat_messages_file_key_key;
create unique index chat_messages_file on chat_messages (file_key) where file_key is not null;
