-- Signed statements of which organizations there were: how many, and a digest of all their guids. With those that were added
-- since the one before, so that an organization of which nothing is left can be named. Rows are only ever added.
create table organization_lists (
  signed_at timestamptz not null,
  organizations integer not null,
  digest bytea not null,
  added uuid[] not null,
  key_id text not null,
  signature bytea not null,
  primary key (signed_at, key_id)
);

comment on column organization_lists.digest is 'SHA-256 of the guids in lower case, sorted, a line feed after each';

alter table organization_lists owner to plimsoll_owner;
grant select, insert on organization_lists to plimsoll_projector;
