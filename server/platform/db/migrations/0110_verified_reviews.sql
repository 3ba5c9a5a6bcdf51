-- Verified reviews are listed before the others. The version before uses reviews_newest.
create index reviews_verified on reviews (doll_id, verified_purchase desc, created_at desc, id desc);
