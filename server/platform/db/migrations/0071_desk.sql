-- How long a member waits for an answer, chats put off, and chats handed to another moderator.
alter table chat_rooms
  add column waiting_since timestamptz,
  add column snoozed_until timestamptz,
  add column handed_over_at timestamptz;
comment on column chat_rooms.moderator_id is 'Who answers in it: the moderator of the model, or whoever it was handed over to.';
comment on column chat_rooms.waiting_since is 'The first message of the member after the last answer; null when nothing waits.';
comment on column chat_rooms.snoozed_until is 'The end of the year 9999: until the member writes.';
comment on column chat_rooms.handed_over_at is 'Not null: assigning the model to somebody else does not move it.';
update chat_rooms r set waiting_since = (
  select m.created_at from chat_messages m
  where m.room_id = r.id and m.sender_id = r.user_id and m.deleted_at is null
    and m.created_seq > coalesce((select p.created_seq from chat_messages p
      where p.room_id = r.id and p.sender_id <> r.user_id and p.deleted_at is null
      order by p.created_seq desc limit 1), 0)
  order by m.created_seq limit 1)
where r.message_count > 0;
create index chat_rooms_snoozed on chat_rooms (snoozed_until) where snoozed_until is not null;

alter table shop_settings
  add column answer_target integer not null default 120 check (answer_target between 5 and 2880),
  add column answer_days integer[] not null default '{1,2,3,4,5}',
  add column answer_from text not null default '08:00',
  add column answer_to text not null default '17:00',
  add column answer_zone text not null default 'America/Los_Angeles';
comment on column shop_settings.answer_target is 'Minutes, within the hours in which chats are answered.';
