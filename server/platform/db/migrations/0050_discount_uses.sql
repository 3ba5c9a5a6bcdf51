-- An order that was not cancelled is a use of its discount.
create index orders_discount_uses on orders (discount_id, user_id) where discount_id is not null and status <> 'cancelled';
