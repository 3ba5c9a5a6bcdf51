create table videos (
  id integer generated always as identity primary key,
  doll_id integer not null references dolls (id),
  title text not null,
  description text not null,
  category text not null,
  tags text[] not null default '{}',
  is_featured boolean not null default false,
  is_published boolean not null default true,
  release_date date,
  file text,
  type text check (type in ('video/mp4', 'video/webm', 'video/ogg')),
  size bigint,
  duration double precision check (duration >= 0),
  width integer,
  height integer,
  captions text,
  poster_key text,
  poster_width integer,
  poster_height integer,
  poster_color text,
  poster_widths integer[] not null default '{}',
  poster_formats text[] not null default '{}',
  likes integer not null default 0 check (likes >= 0),
  views integer not null default 0 check (views >= 0),
  version integer not null default 1,
  created_by integer references users (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((file is null) = (type is null)),
  check ((poster_key is null) = (cardinality(poster_widths) = 0))
);
create index videos_newest on videos (created_at desc, id desc);
create index videos_doll on videos (doll_id, created_at desc, id desc);
create index videos_category on videos (category, created_at desc, id desc);
create index videos_tags on videos using gin (tags);
create index videos_featured on videos (created_at desc, id desc) where is_featured;
comment on column videos.file is 'Its name in storage; null for a record that waits for its film.';
comment on column videos.captions is 'WebVTT.';
comment on column videos.is_published is 'False once it was taken from the shop because somebody had pointed at it.';

create table video_views (
  video_id integer not null references videos (id) on delete cascade,
  user_id integer not null references users (id),
  day date not null,
  viewed_at timestamptz not null,
  primary key (video_id, user_id, day)
);
create index video_views_user on video_views (user_id, viewed_at);
comment on table video_views is 'One row a user, video and day of UTC.';

create table video_likes (
  video_id integer not null references videos (id) on delete cascade,
  user_id integer not null references users (id),
  created_at timestamptz not null,
  primary key (video_id, user_id)
);
create index video_likes_user on video_likes (user_id);

create table video_file_ends (
  key text primary key,
  due_at timestamptz not null
);
create index video_file_ends_due on video_file_ends (due_at);
comment on table video_file_ends is 'Names in storage that are to be removed: what an upload has written and no video holds, and what a video held.';

create table house_keys (
  name text primary key,
  key bytea not null
);
comment on table house_keys is 'Made by the first node that needs one, and shared by all: what links are signed with.';

alter table users add column video_access_until timestamptz;
comment on column users.video_access_until is 'The end of the period that video_access_count belongs to.';
