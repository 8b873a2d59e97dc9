-- Makes the heads of tenants that have none. A transaction of its own: inserted inside the append, behind other locks, it could deadlock.
create or replace function open_tenants(p_tenants uuid[]) returns void
language sql security definer
set search_path = pg_catalog, public, pg_temp
begin atomic
  insert into tenant_heads (tenant, hash)
  select tenant, sha256(convert_to(tenant::text, 'UTF8'))
  from unnest(p_tenants) as wanted(tenant)
  order by tenant
  on conflict do nothing;
end;

alter function open_tenants(uuid[]) owner to plimsoll_append;
revoke all on function open_tenants(uuid[]) from public;
grant execute on function open_tenants(uuid[]) to plimsoll_app;
