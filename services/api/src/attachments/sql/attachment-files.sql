-- Files and the keys that seal them, one each, wrapped by SEALING_KEY: the bytes lie outside. An organization sees its own alone.
-- A row without its event is an upload that did not come to an end, or has not yet.
create table attachment_files (
  tenant uuid not null,
  file_guid uuid not null,
  -- The stream that tells of it.
  owner_guid uuid not null,
  wrapped bytea not null,
  size bigint not null,
  made_at timestamptz not null default clock_timestamp(),
  -- Its event was seen in the log.
  is_kept boolean not null default false,
  -- When key and bytes are to go, if the log says by then that it was erased.
  erase_at timestamptz,
  primary key (tenant, file_guid)
);
create index attachment_files_to_sweep on attachment_files (tenant, made_at) where not is_kept or erase_at is not null;

alter table attachment_files enable row level security;
alter table attachment_files force row level security;
create policy tenant on attachment_files using (tenant = (select current_tenant()));
grant select, insert, update, delete on attachment_files to plimsoll_app;
