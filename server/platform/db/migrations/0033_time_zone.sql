-- Where the account was used last: emails and notices tell its days. Unknown until a page has said it.
alter table users add column time_zone text;
