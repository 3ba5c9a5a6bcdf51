-- Whoever gets the email about a new factor can undo it for some days.
alter table one_time_codes drop constraint one_time_codes_purpose_check;
alter table one_time_codes add constraint one_time_codes_purpose_check
  check (purpose in ('password_reset', 'verify_email', 'change_email', 'undo_email_change', 'undo_factor')) not valid;
alter table one_time_codes add column since timestamptz;
comment on column one_time_codes.since is
  'Undoing removes the factors and keys added since then; null where an older server wrote it: created_at stands in.';
