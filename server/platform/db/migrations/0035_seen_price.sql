-- What a model cost when it was put into the cart, as its owner saw it; null in lines from before.
alter table cart_items add column seen_price_cents bigint check (seen_price_cents >= 0);
