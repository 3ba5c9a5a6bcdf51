create index users_present on users (created_at desc, id desc) where deleted_at is null;
comment on index users_present is 'Far into the list of accounts a page is found in it alone.';
create index flagged_items_created on flagged_items (created_at);
