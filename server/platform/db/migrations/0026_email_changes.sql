-- A change of address ends a day after it was asked for; the session it was asked in outlives it.
alter table users add column pending_email_at timestamptz;
comment on column users.pending_email_at is 'When pending_email was asked for; null where an older server wrote it: updated_at stands in.';
alter table one_time_codes add column session_id integer;
comment on column one_time_codes.session_id is 'Where a change of address was asked for: every other session ends with it.';

-- The holder of the old address can undo a change for some days. Until then the address is kept for the account.
alter table one_time_codes drop constraint one_time_codes_purpose_check;
alter table one_time_codes add constraint one_time_codes_purpose_check
  check (purpose in ('password_reset', 'verify_email', 'change_email', 'undo_email_change'));
create index one_time_codes_undo on one_time_codes (email) where purpose = 'undo_email_change' and used_at is null;
