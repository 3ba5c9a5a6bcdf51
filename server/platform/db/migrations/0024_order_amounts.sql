-- The panel sorts orders by their amount.
create index orders_amount on orders (total_cents, id);
