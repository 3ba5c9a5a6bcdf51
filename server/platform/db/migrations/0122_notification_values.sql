-- What a notification says is written in the language of its reader: its text and the values in it are kept apart.
alter table notifications add column message text, add column values jsonb;

update notifications
set message = regexp_replace(body, 'ORD-\d+', '{0}'), values = jsonb_build_array(substring(body from 'ORD-\d+'))
where created_at > now() - interval '90 days' and body ~ 'order ORD-\d+|Order ORD-\d+' and body !~ '\$';
