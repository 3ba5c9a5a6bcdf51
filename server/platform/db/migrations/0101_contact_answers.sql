-- Answers to contact messages, and who takes care of a message. Messages keep the language of their page for the email.
alter table contact_messages add column assignee_id integer references users (id) on delete set null;
alter table contact_messages add column language text;
create index contact_messages_assignee on contact_messages (assignee_id) where assignee_id is not null;

create table contact_answers (
  id integer generated always as identity primary key,
  contact_id integer not null references contact_messages (id) on delete cascade,
  author_id integer references users (id) on delete set null,
  content text not null,
  created_at timestamptz not null
);
create index contact_answers_contact on contact_answers (contact_id);
