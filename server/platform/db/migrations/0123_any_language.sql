-- The languages of the shop are those of its catalogues, which the API checks: one more needs no change of the tables.
alter table users drop constraint users_language_check;
alter table doll_texts drop constraint doll_texts_language_check;
alter table doll_terms drop constraint doll_terms_language_check;
