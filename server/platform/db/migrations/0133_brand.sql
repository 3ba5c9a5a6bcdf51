-- The shop's own look.

alter table shop_settings
  add column brand jsonb,
  add column brand_version integer not null default 1,
  add column brand_updated_by integer references users (id),
  add column brand_updated_at timestamptz;
comment on column shop_settings.brand is 'Colours, corners and pictures; null: those that a new shop has.';
