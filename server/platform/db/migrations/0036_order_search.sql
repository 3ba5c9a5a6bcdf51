-- Orders are found by everything that the panel shows of them. orders_search stays for nodes of the version before.
create index orders_all_search on orders using gin (lower(order_number || E'\n' || coalesce(shipping ->> 'firstName', '') || ' '
  || coalesce(shipping ->> 'lastName', '') || E'\n' || coalesce(shipping ->> 'email', '') || E'\n' || coalesce(shipping ->> 'address', '') || E'\n'
  || coalesce(shipping ->> 'zipCode', '') || ' ' || coalesce(shipping ->> 'city', '') || ' ' || coalesce(shipping ->> 'zipCode', '') || E'\n'
  || regexp_replace(coalesce(shipping ->> 'phone', '') || E'\n' || coalesce(shipping ->> 'zipCode', '') || E'\n' || coalesce(tracking_number, ''),
    '[^[:alnum:]\n]', '', 'g')) gin_trgm_ops);
create index order_items_search on order_items using gin (lower(name) gin_trgm_ops);
