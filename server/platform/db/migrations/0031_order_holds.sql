-- What waits for its payment is counted by where it was ordered from.
alter table orders add column placed_from bytea;
comment on column orders.placed_from is 'A keyed hash of the network address, while the order is unpaid.';
create index orders_unpaid_from on orders (placed_from) where status = 'unpaid' and placed_from is not null;
