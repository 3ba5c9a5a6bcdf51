-- Invoices of sales: numbered without gaps, and unchangeable once issued.

create table business_details (
  id integer primary key default 1 check (id = 1),
  legal_name text not null check (legal_name <> ''),
  address text,
  tax_number text,
  invoice_footer text,
  sender_name text,
  sender_address text,
  version integer not null default 1,
  updated_by integer,
  updated_at timestamptz
);
comment on table business_details is 'What invoices say about the shop, and the neutral sender of parcels.';
insert into business_details (legal_name) select shop_name from shop_settings where id = 1;

create table invoice_series (
  year integer primary key,
  last integer not null check (last > 0)
);
comment on table invoice_series is 'The last number of a year. Its row is locked until the sale is committed, so that no number is lost or given twice.';

create table sales_invoices (
  id integer generated always as identity primary key,
  number text not null unique,
  year integer not null,
  sequence integer not null,
  kind text not null check (kind in ('order', 'membership')),
  order_id integer unique references orders (id),
  payment_id integer unique references payments (id),
  user_id integer references users (id),
  buyer jsonb,
  document jsonb not null,
  issued_at timestamptz not null,
  created_at timestamptz not null,
  unique (year, sequence),
  check ((kind = 'order') = (order_id is not null) and (kind = 'membership') = (payment_id is not null))
);
comment on column sales_invoices.buyer is 'Name and address; emptied when the time for which the law asks for invoices is over.';
create index sales_invoices_user on sales_invoices (user_id, id desc);
create index sales_invoices_issued on sales_invoices (issued_at) where buyer is not null;

-- The invoice's number, written with the payment. A sale without one, made by a node of an older version, gets it from a job.
alter table orders add column invoice_number text;
alter table payments add column invoice_number text;
create index orders_without_invoice on orders (paid_at, id) where paid_at is not null and invoice_number is null;
create index payments_without_invoice on payments (effect_at, id) where effect = 'membership' and invoice_number is null;
