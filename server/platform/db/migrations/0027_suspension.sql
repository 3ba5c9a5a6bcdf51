-- After a critical finding an account only reads until a person has looked.
alter table users add column suspended_at timestamptz;
alter table users add column suspended_by integer;
comment on column users.suspended_at is 'Since when the account may only read.';
comment on column users.suspended_by is 'The super admin who decided so; null while it follows from a finding that nobody has decided yet.';
create index users_suspended on users (id) where suspended_at is not null;
