-- The ledger of stock: every change of dolls.stock with its reason, written in the same transaction.

create table stock_entries (
  id integer generated always as identity primary key,
  doll_id integer not null references dolls (id),
  change integer not null,
  stock_after integer check (stock_after >= 0),
  reason text not null,
  note text,
  actor_id integer references users (id),
  order_id integer references orders (id),
  created_at timestamptz not null
);
comment on column stock_entries.change is 'The changes of a model sum up to its stock, and to 0 while it is made to order.';
comment on column stock_entries.stock_after is 'dolls.stock after the change; null is made to order.';
create index stock_entries_doll on stock_entries (doll_id, id);

insert into stock_entries (doll_id, change, stock_after, reason, created_at)
select id, stock, stock, 'opening', now() from dolls where stock is not null;
