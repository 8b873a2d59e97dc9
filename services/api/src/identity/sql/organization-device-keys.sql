-- One key for each person and organization whose identity provider signs them in without governing the account, wrapped by
-- SEALING_KEY. An erasure by the organization destroys this one; the account's own key is out of its reach.
create table organization_device_keys (
  tenant uuid not null,
  user_guid uuid not null,
  wrapped bytea not null,
  made_at timestamptz not null default clock_timestamp(),
  primary key (tenant, user_guid)
);
alter table organization_device_keys owner to plimsoll_owner;
alter table organization_device_keys enable row level security;
alter table organization_device_keys force row level security;
create policy tenant on organization_device_keys using (tenant = (select current_tenant()));
grant select, insert, delete on organization_device_keys to plimsoll_app;
revoke delete on device_keys from plimsoll_app;
