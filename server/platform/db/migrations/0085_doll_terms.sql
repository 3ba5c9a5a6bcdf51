-- Materials and specifications in languages other than English: one translation for all models that have the same text.
create table doll_terms (
  term text not null,
  language text not null check (language in ('de', 'es', 'ja')),
  translation text not null,
  updated_at timestamptz not null,
  primary key (term, language)
);
