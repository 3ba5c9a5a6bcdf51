-- Notes of staff on customers, orders and chats, and tags on customers. user_id: the customer that it is about.
create table notes (
  id integer generated always as identity primary key,
  subject text not null check (subject in ('customer', 'order', 'room')),
  subject_id integer not null,
  user_id integer not null references users (id) on delete cascade,
  author_id integer not null references users (id),
  content text not null,
  mentions integer[] not null default '{}',
  created_at timestamptz not null,
  edited_at timestamptz
);
create index notes_subject on notes (subject, subject_id, id desc);
create index notes_user on notes (user_id, id desc);

create table customer_tags (
  user_id integer not null references users (id) on delete cascade,
  tag text not null,
  created_at timestamptz not null,
  primary key (user_id, tag)
);
create index customer_tags_tag on customer_tags (tag, user_id);

-- What of a customer's is in the review queue.
create index flagged_items_author on flagged_items (author_id, id desc) where author_id is not null;
