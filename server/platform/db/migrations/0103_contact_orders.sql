-- The order that a contact message is about.
alter table contact_messages add column order_id integer references orders (id) on delete set null;
