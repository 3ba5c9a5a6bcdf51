-- A model's rating is that of verified purchases. The version before goes on adding up all reviews in the columns beside.
alter table dolls
  add column verified_count integer not null default 0,
  add column verified_sum integer not null default 0;
update dolls set verified_count = found.count, verified_sum = found.sum
from (
  select doll_id, count(*)::int as count, sum(rating)::int as sum from reviews where verified_purchase group by doll_id
) as found
where dolls.id = found.doll_id;
