alter table orders add column cancel_reason text, add column reopened_at timestamptz;
comment on column orders.cancel_reason is 'What staff told the customer; null where nobody of the staff cancelled it.';
comment on column orders.reopened_at is
  'When staff took its completion back: the time after which a shipped order is completed begins again.';
