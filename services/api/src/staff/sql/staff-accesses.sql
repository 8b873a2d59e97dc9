-- Which organizations our staff may read just now. A row belongs to a session and ends with it; it is asked for before it is
-- known which organization is meant. What has happened stands in the organization's own log.
create table staff_accesses (
  access_guid uuid primary key,
  session_guid uuid not null references sessions on delete cascade,
  user_guid uuid not null,
  organization_guid uuid not null,
  began_at timestamptz not null default clock_timestamp(),
  ends_at timestamptz not null,
  ended_at timestamptz
);
create index staff_accesses_of_session on staff_accesses (session_guid) where ended_at is null;
create index staff_accesses_of_user on staff_accesses (user_guid) where ended_at is null;
grant select, insert, update on staff_accesses to plimsoll_app;

-- What our staff have asked of an organization: written before it is answered, and never changed.
create table staff_calls (
  tenant uuid not null,
  access_guid uuid not null,
  called_at timestamptz not null default clock_timestamp(),
  operation_id text not null,
  record_guid uuid
);
create index staff_calls_of_access on staff_calls (tenant, access_guid, called_at desc);
alter table staff_calls owner to plimsoll_owner;
alter table staff_calls enable row level security;
alter table staff_calls force row level security;
create policy tenant_reads on staff_calls for select to plimsoll_app using (tenant = (select current_tenant()));
create policy tenant_writes on staff_calls for insert to plimsoll_app with check (tenant = (select current_tenant()));
grant select, insert on staff_calls to plimsoll_app;
