-- The texts of pages and emails that the shop's owner has changed, each in one language. A piece without a row, or with
-- null as what is published, has the text of the sources.
create table copy_texts (
  piece text not null,
  language text not null,
  published text,
  published_at timestamptz,
  draft text,
  publish_at timestamptz,
  version integer not null default 1,
  updated_by integer,
  updated_at timestamptz not null,
  primary key (piece, language)
);
create index copy_texts_due on copy_texts (publish_at) where publish_at is not null;

-- When the owner chose a review for the home page, which shows the chosen ones in this order.
alter table reviews add column picked_at timestamptz;
create index reviews_picked on reviews (picked_at) where picked_at is not null;
