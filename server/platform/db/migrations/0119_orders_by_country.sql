-- The orders of one country in the admin panel, newest first.
create index orders_country on orders ((shipping ->> 'country'), created_at desc, id desc);
