-- A node that does not know this column sees an unavailable model, which no list of the shop shows either.
alter table dolls add column draft_available boolean;
comment on column dolls.draft_available is 'Set while the model is a draft, whose is_available is false: whether it will be available once it is published.';
