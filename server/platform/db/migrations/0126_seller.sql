-- The seller on the shop's pages and emails. Only invoices named it before, and they keep what they were issued with.

alter table business_details
  add column email text,
  add column phone text,
  add column register text,
  add column register_number text,
  add column controller text,
  add column disputes text;
comment on table business_details is 'The seller on invoices, pages and emails, and the neutral sender of parcels.';

alter table shop_settings add column backed_up_at timestamptz;
comment on column shop_settings.backed_up_at is 'When a backup command last finished; null for never.';
