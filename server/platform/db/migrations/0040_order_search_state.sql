-- Orders are found by the state of their address as well, as the panel shows it: city, state postcode.
-- orders_all_search stays for nodes of the version before; orders_search is two versions old.
create index orders_shown_search on orders using gin (lower(order_number || E'\n' || coalesce(shipping ->> 'firstName', '') || ' '
  || coalesce(shipping ->> 'lastName', '') || E'\n' || coalesce(shipping ->> 'email', '') || E'\n' || coalesce(shipping ->> 'address', '') || E'\n'
  || coalesce(shipping ->> 'city', '') || ', ' || coalesce(shipping ->> 'state', '') || ' ' || coalesce(shipping ->> 'zipCode', '') || ' '
  || coalesce(shipping ->> 'city', '') || ' ' || coalesce(shipping ->> 'state', '') || ' ' || coalesce(shipping ->> 'zipCode', '') || ' '
  || coalesce(shipping ->> 'city', '') || ' ' || coalesce(shipping ->> 'zipCode', '') || E'\n'
  || regexp_replace(coalesce(shipping ->> 'phone', '') || E'\n' || coalesce(shipping ->> 'zipCode', '') || E'\n' || coalesce(tracking_number, ''),
    '[^[:alnum:]\n]', '', 'g')) gin_trgm_ops);
drop index orders_search;
