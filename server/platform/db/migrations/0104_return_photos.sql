-- Photographs of what arrived damaged. Their files are in the storage, under `private/`.
create table return_photos (
  id integer generated always as identity primary key,
  return_id integer not null references returns (id),
  file_key text not null unique,
  width integer not null,
  height integer not null,
  created_at timestamptz not null
);
create index return_photos_return on return_photos (return_id);
