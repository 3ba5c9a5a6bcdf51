-- A model's own texts in languages other than English.
create table doll_texts (
  doll_id integer not null references dolls (id) on delete cascade,
  language text not null check (language in ('de', 'es', 'ja')),
  description text not null,
  long_description text not null,
  updated_at timestamptz not null,
  primary key (doll_id, language)
);
