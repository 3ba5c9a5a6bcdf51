-- The language of the page that an order or a guest's stock request came from, for emails about it.
alter table orders add column language text;
alter table stock_requests add column language text;
