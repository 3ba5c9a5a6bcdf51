-- Credit notes of refunded memberships, in the series of those of orders.

alter table credit_notes alter column refund_id drop not null;
alter table credit_notes add column payment_id integer unique references payments (id);
alter table credit_notes add constraint credit_notes_of_one check (num_nonnulls(refund_id, payment_id) = 1) not valid;
comment on column credit_notes.payment_id is 'Of a membership, which is refunded in full.';
create index credit_notes_invoice on credit_notes (invoice_number);

-- A refunded membership without one, from before or from a node of an older version, gets it from a job.
create index payments_refunded_memberships on payments (refunded_at, id) where effect = 'membership' and refunded_at is not null;
