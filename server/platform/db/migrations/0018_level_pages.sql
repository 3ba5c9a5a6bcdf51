drop index users_members;
create index users_members on users (membership_level, created_at desc, id desc) include (membership_expires_at)
  where membership_level <> 'free' and deleted_at is null;
comment on index users_members is 'The members of a level by age; with their ends, so that a page far into them is found in it alone.';
