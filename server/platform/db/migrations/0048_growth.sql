-- Of ended sessions too: a page of the list of accounts says when each was last seen, and read the whole table for it.
drop index sessions_user;
create index sessions_user on sessions (user_id);

-- An index of trigrams says nothing about how common a text is, so a page of a common name sorted all accounts that have it.
create statistics users_search_text on (lower(full_name || E'\n' || email)) from users;
analyze users;
