-- The orders of a person who wrote to the shop, by the address they were placed with.
create index orders_email on orders ((shipping ->> 'email'));
