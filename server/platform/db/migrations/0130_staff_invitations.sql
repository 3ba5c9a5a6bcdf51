-- Staff choose their own password by a link. `invited_until` is empty once it is chosen, and for everybody else.

alter table users add column invited_until timestamptz;

alter table one_time_codes drop constraint one_time_codes_purpose_check;
alter table one_time_codes add constraint one_time_codes_purpose_check
  check (purpose in ('password_reset', 'verify_email', 'change_email', 'undo_email_change', 'undo_factor', 'invitation')) not valid;
