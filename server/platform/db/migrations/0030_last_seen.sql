-- Sessions are forgotten after a while; that somebody was here is not.
alter table users add column last_seen_at timestamptz;
comment on column users.last_seen_at is 'The last use of a session that is no longer kept.';
update users u set last_seen_at = k.at
  from (select user_id, max(first_seen_at) as at from known_agents group by user_id) k where k.user_id = u.id and u.deleted_at is null;
