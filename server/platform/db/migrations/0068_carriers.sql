-- Carriers, with the address of their tracking page.

create table carriers (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  tracking_url text not null check (tracking_url like 'https://%{number}%'),
  number_format text,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index carriers_name on carriers (lower(name));
comment on column carriers.number_format is 'Names the check of tracking numbers in contract/carriers.ts; null: none.';

insert into carriers (name, tracking_url, number_format) values
  ('DHL Express', 'https://www.dhl.com/global-en/home/tracking.html?tracking-id={number}', 'dhl_express'),
  ('FedEx', 'https://www.fedex.com/fedextrack/?trknbr={number}', 'fedex'),
  ('Royal Mail', 'https://www.royalmail.com/track-your-item#/tracking-results/{number}', 'postal'),
  ('UPS', 'https://www.ups.com/track?tracknum={number}', 'ups'),
  ('USPS', 'https://tools.usps.com/go/TrackConfirmAction?tLabels={number}', 'usps');

-- The foreign key is not checked for existing orders, which have no carrier.
alter table orders add column carrier_id integer;
alter table orders add constraint orders_carrier foreign key (carrier_id) references carriers (id) not valid;
