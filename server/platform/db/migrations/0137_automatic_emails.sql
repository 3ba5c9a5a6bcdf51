-- The emails that the shop sends by itself, each on or off. Those that were sent before stay on.
alter table shop_settings add column automatic_emails text[] not null default '{back_in_stock,membership_3}';

-- When an order's customer was reminded to pay, and asked for a review.
alter table orders add column reminded_at timestamptz, add column review_asked_at timestamptz;

-- The reminder of `membership_reminded_for` that was sent last, by its days before the end.
alter table users add column membership_reminded_days integer;
update users set membership_reminded_days = 3 where membership_reminded_for is not null;

alter table preferences add column mail_reviews boolean not null default true;
