-- An account may have an open invoice of a level for itself, and one for a gift.
create unique index invoices_one_a_level_and_gift on invoices (user_id, level, is_gift)
  where kind = 'subscription' and state in ('creating', 'open');
drop index invoices_one_a_level;
