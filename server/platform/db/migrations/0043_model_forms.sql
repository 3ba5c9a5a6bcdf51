-- The form of a model ("Closed loop") is the row "Type" of its specifications: stored, so that the list filters and counts by it.
alter table dolls add column form text generated always as (
  jsonb_path_query_first(specifications, '$[*] ? (@.name == "Type").value') #>> '{}'
) stored;
create index dolls_material on dolls (material, created_at desc, id desc) where deleted_at is null and is_available and not needs_approval;
create index dolls_form on dolls (form, created_at desc, id desc) where deleted_at is null and is_available and not needs_approval;
