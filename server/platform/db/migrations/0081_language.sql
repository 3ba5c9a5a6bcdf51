-- The chosen language of an account's pages and emails. Null until one is chosen: the pages follow the browser.
alter table users add column language text check (language in ('en', 'de', 'es', 'ja'));
