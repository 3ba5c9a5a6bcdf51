-- Nodes of the version before see a draft until it is published, and leave publish_at behind when they publish one: it
-- counts only while draft_available is set.
alter table dolls add column publish_at timestamptz;
comment on column dolls.publish_at is 'When a draft will be published by itself.';
create index dolls_publish_at on dolls (publish_at) where draft_available is not null;
alter table images add column alt text;
comment on column images.alt is 'Alternative text; without one, the caption or the name of the model.';
