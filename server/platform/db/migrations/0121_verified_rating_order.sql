create index dolls_verified_rating on dolls (verified_rating desc, id desc)
  where deleted_at is null and is_available and not needs_approval;
create index dolls_category_verified_rating on dolls (category, verified_rating desc, id desc)
  where deleted_at is null and is_available and not needs_approval;
