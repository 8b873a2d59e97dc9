-- Tables of events that were sent to be imported. The bytes lie sealed beside the database, each with a key of its own, which is wrapped here; no cell of them stands here.
create table incident_imports (
  tenant uuid not null,
  import_guid uuid not null,
  uploaded_by uuid not null,
  uploaded_at timestamptz not null default clock_timestamp(),
  format text not null check (format in ('CSV', 'XLSX')),
  wrapped bytea not null,
  bytes bigint not null,
  state text not null default 'UPLOADED' check (state in ('UPLOADED', 'CHECKED', 'RUNNING', 'DONE', 'FAILED')),
  total integer not null,
  mapping jsonb,
  form_version integer,
  run_by uuid,
  run_after bigint,
  done integer not null default 0,
  reported integer not null default 0,
  repeated integer not null default 0,
  refused integer not null default 0,
  claim uuid,
  claimed_until timestamptz,
  primary key (tenant, import_guid),
  check (state in ('UPLOADED', 'FAILED') or (mapping is not null and form_version is not null)),
  check (state <> 'RUNNING' or (run_by is not null and run_after is not null))
);
comment on column incident_imports.claimed_until is 'while a process runs it; another one goes on in its place afterwards';
comment on column incident_imports.run_after is 'where the log stood when the run began: what it reported stands behind';
alter table incident_imports owner to plimsoll_owner;
alter table incident_imports enable row level security;
alter table incident_imports force row level security;
create policy tenant on incident_imports to plimsoll_app using (tenant = (select current_tenant())) with check (tenant = (select current_tenant()));
create policy projector_sees_all on incident_imports for select to plimsoll_projector using (true);
grant select, insert, update, delete on incident_imports to plimsoll_app;
grant select on incident_imports to plimsoll_projector;

-- Lines that were not taken: which column, and why. What stands in the cell is read from the sealed table.
create table incident_import_faults (
  tenant uuid not null,
  import_guid uuid not null,
  line integer not null,
  faults jsonb not null,
  primary key (tenant, import_guid, line),
  foreign key (tenant, import_guid) references incident_imports on delete cascade
);
alter table incident_import_faults owner to plimsoll_owner;
alter table incident_import_faults enable row level security;
alter table incident_import_faults force row level security;
create policy tenant on incident_import_faults to plimsoll_app using (tenant = (select current_tenant())) with check (tenant = (select current_tenant()));
grant select, insert, update, delete on incident_import_faults to plimsoll_app;
