-- Nodes of before 0025 count here what waits; while one of them still serves, it must find its column. Nothing else reads it.
alter table chat_reads add column unread integer not null default 0;
comment on column chat_reads.unread is 'Of older nodes. What waits stands in chat_rooms.';
