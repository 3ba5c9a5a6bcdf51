-- Credit notes of refunds: numbered without gaps in a series of their own, and unchangeable once issued.

create table credit_note_series (
  year integer primary key,
  last integer not null check (last > 0)
);
comment on table credit_note_series is 'The last number of a year, locked like that of invoice_series.';

create table credit_notes (
  id integer generated always as identity primary key,
  number text not null unique,
  year integer not null,
  sequence integer not null,
  refund_id integer not null unique references refunds (id),
  invoice_number text not null references sales_invoices (number),
  document jsonb not null,
  issued_at timestamptz not null,
  created_at timestamptz not null,
  unique (year, sequence)
);
comment on table credit_notes is 'The buyer is that of the invoice.';

-- Written with the payout. A refund without one, settled by a node of an older version, gets it from a job.
alter table refunds add column credit_note text;
create index refunds_without_credit_note on refunds (settled_at, id) where settled_at is not null and credit_note is null;
