-- What is archived is listed as well.
create index dolls_archived on dolls (created_at desc, id desc) where deleted_at is not null;
