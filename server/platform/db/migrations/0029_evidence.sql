-- What was flagged or reported stays as evidence when whoever sent it deletes it.
alter table flagged_items
  add column held_file jsonb,
  add column gone_at timestamptz;
comment on column flagged_items.held_text is 'What was blocked, deleted by its sender or changed since it was flagged: evidence, until some time after the decision.';
comment on column flagged_items.held_file is 'The file of a deleted message or video: key, name, type and size.';
comment on column flagged_items.gone_at is 'When its sender deleted it, or the account that sent it.';
create index flagged_items_held on flagged_items (resolved_at) where held_text is not null or held_file is not null;
create index flagged_items_held_file on flagged_items ((held_file ->> 'key')) where held_file is not null;
create index flagged_items_decided on flagged_items (resolved_at desc, id desc) where resolved_at is not null;

-- Who has changed what waits for approval: none of them approves it.
alter table dolls add column changed_by integer[] not null default '{}';
update dolls set changed_by = array_remove(array[created_by, height_set_by], null) where approved_by is null;
comment on column dolls.changed_by is 'Who made it or changed what is seen of it since it was last approved.';

alter table videos
  add column needs_approval boolean not null default false,
  add column approved_by integer references users (id) on delete set null,
  add column changed_by integer[] not null default '{}';
comment on column videos.needs_approval is 'Taken out by moderation: stays out until another admin has approved it.';
update videos v set needs_approval = true, changed_by = array_remove(array[v.created_by], null)
  where not v.is_published and exists
    (select from flagged_items f where f.kind = 'video' and f.subject_id = v.id and f.outcome = 'deleted');
comment on column videos.is_published is 'False hides it; taking it out by moderation also sets needs_approval.';
