alter table mail_outbox add column unsubscribe_url text;
comment on column mail_outbox.unsubscribe_url is 'For letters that people may leave with one press (RFC 8058); holds a code, and is emptied with the text.';
create index mail_outbox_dead on mail_outbox (dead_at desc) where dead_at is not null;
