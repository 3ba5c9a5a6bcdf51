-- Null: the shipping methods that a new shop has.
alter table shop_settings add column shipping_methods jsonb;
alter table shop_settings add column tax_rates jsonb not null default '[]';
alter table shop_settings add column prices_include_tax boolean not null default true;
alter table shop_settings add column seller_country text default 'US';
-- The shipping page has a version of its own, so that it is not in conflict with changes of other settings.
alter table shop_settings add column selling_version integer not null default 1;
alter table shop_settings add column selling_updated_by integer;
alter table shop_settings add column selling_updated_at timestamptz;

alter table orders add column shipping_method jsonb;
-- Null: no tax. In hundredths of a percent.
alter table orders add column tax_rate integer;
alter table orders add column tax_cents bigint not null default 0;
alter table orders add column tax_included boolean not null default true;
-- The line's share of a tax that was added to its price.
alter table order_items add column tax_cents bigint not null default 0;
-- Of the parts of a total, a tax that is added is one more. Orders of the version before have none.
alter table orders drop constraint orders_check;
alter table orders add constraint orders_total check (
  total_cents = products_cents + shipping_cents - discount_cents + case when tax_included then 0 else tax_cents end
) not valid;

-- What customs ask for of a model. Without a declared value it is what was paid.
alter table dolls add column hs_code text;
alter table dolls add column origin_country text;
alter table dolls add column customs_cents integer;
