-- Who answered in a chat before: they are told who has it now.

alter table chat_rooms add column former_moderator_ids integer[] not null default '{}';
comment on column chat_rooms.former_moderator_ids is 'Moderators who had the room before, each once.';

-- Of the rooms that have been moved already, those who have read in them.
update chat_rooms r set former_moderator_ids = f.ids
from (
  select c.room_id, array_agg(c.user_id) as ids
  from chat_reads c
  join users u on u.id = c.user_id and u.role = 'moderator'
  join chat_rooms x on x.id = c.room_id and x.moderator_id is distinct from c.user_id
  group by c.room_id
) f
where f.room_id = r.id;
