-- The stock page adds up what open orders hold: without it, all lines of its models are read.
create index orders_open on orders (id) where holds_stock and status in ('unpaid', 'needs_review', 'to_be_shipped');
