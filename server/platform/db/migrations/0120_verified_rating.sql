-- Lists are sorted by the rating that is shown.
alter table dolls
  add column verified_rating double precision not null
    generated always as (case when verified_count = 0 then 4.5 else round(verified_sum::numeric / verified_count, 2)::double precision end) stored;
