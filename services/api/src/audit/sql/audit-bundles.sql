-- Bundles of the log that were asked for. The bytes lie sealed beside the database, each with a key of its own, which is wrapped here.
create table audit_bundles (
  tenant uuid not null,
  bundle_guid uuid not null,
  asked_by uuid not null,
  asked_at timestamptz not null default clock_timestamp(),
  first_position bigint not null,
  last_position bigint not null,
  personal_data text not null check (personal_data in ('NONE', 'WITH_KEYS')),
  include_sensitive boolean not null,
  fingerprint text not null,
  status text not null default 'MAKING' check (status in ('MAKING', 'READY', 'FAILED')),
  progress integer not null default 0,
  claimed_until timestamptz,
  wrapped bytea,
  bytes bigint,
  sha256 text,
  primary key (tenant, bundle_guid),
  check ((status = 'READY') = (bytes is not null and sha256 is not null and wrapped is not null))
);
comment on column audit_bundles.claimed_until is 'while a process makes it; whoever looks at it afterwards goes on in its place';
alter table audit_bundles owner to plimsoll_owner;
alter table audit_bundles enable row level security;
alter table audit_bundles force row level security;
create policy tenant on audit_bundles to plimsoll_app using (tenant = (select current_tenant())) with check (tenant = (select current_tenant()));
create policy projector_sees_all on audit_bundles for select to plimsoll_projector using (true);
grant select, insert, update, delete on audit_bundles to plimsoll_app;
grant select on audit_bundles to plimsoll_projector;
