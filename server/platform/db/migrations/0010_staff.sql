create index chat_messages_answers on chat_messages (sender_id, created_at) where sender_id = moderator_id;
comment on index chat_messages_answers is 'What moderators have written: their numbers are counted from it.';
