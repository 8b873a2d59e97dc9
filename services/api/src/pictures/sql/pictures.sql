-- Pictures of accounts and organizations, as they are shown: WebP without metadata. Each is sealed, and goes with its row.
create table pictures (
  kind text not null,
  owner_guid uuid not null,
  -- Another one with each picture: what its address is made from.
  guid uuid not null,
  sealed bytea not null,
  set_at timestamptz not null default clock_timestamp(),
  primary key (kind, owner_guid)
);

grant select, insert, update, delete on pictures to plimsoll_app;
