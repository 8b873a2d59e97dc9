-- Who read what: written before it is answered, and never changed. Guids alone; names are looked up when it is shown.
create table accesses (
  tenant uuid not null,
  access_number bigint generated always as identity,
  accessed_at timestamptz not null default clock_timestamp(),
  person_guid uuid not null,
  person_kind text not null check (person_kind in ('USER', 'AUDITOR', 'API_KEY', 'STAFF')),
  action text not null check (action in ('VIEW', 'LIST', 'EXPORT', 'DOWNLOAD', 'FEED', 'SIGN_IN', 'REPLAY')),
  record_kind text,
  record_guid uuid,
  route text not null,
  record_count integer not null check (record_count >= 0),
  request_id text not null,
  primary key (tenant, access_number),
  check ((record_kind is null) = (record_guid is null))
);
create index accesses_of_record on accesses (tenant, record_guid, access_number) where record_guid is not null;
alter table accesses owner to plimsoll_owner;
alter table accesses enable row level security;
alter table accesses force row level security;
create policy tenant_reads on accesses for select to plimsoll_app using (tenant = (select current_tenant()));
create policy tenant_writes on accesses for insert to plimsoll_app with check (tenant = (select current_tenant()));
grant select, insert on accesses to plimsoll_app;
-- After three years rows go; younger ones nobody who logs in may delete.
create policy projector_sees_all on accesses for select to plimsoll_projector using (true);
create policy old_rows_go on accesses for delete to plimsoll_projector using (accessed_at < clock_timestamp() - interval '36 months');
create index accesses_age on accesses using brin (accessed_at);
grant select, delete on accesses to plimsoll_projector;
