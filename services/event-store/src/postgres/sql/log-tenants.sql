-- Every tenant of which the log or what stands beside it holds anything, with the tables where, and when its first event was
-- recorded. One table alone can be emptied of a tenant; whoever verifies looks at all of them. It tells guids and nothing else.
-- A head without an event is none: it is made before the first append.
create or replace function log_tenants() returns table (tenant uuid, places text[], began_at timestamptz)
language sql stable security definer
set search_path = pg_catalog, public, pg_temp
set enable_seqscan = off
set jit = off
begin atomic
  -- From tenant to tenant by the index: there are few of them among many rows.
  with recursive
  in_events as (
    (select x.tenant from events x order by x.tenant limit 1)
    union all select (select x.tenant from events x where x.tenant > e.tenant order by x.tenant limit 1) from in_events e where e.tenant is not null
  ),
  in_keys as (
    (select x.tenant from subject_keys x order by x.tenant limit 1)
    union all select (select x.tenant from subject_keys x where x.tenant > k.tenant order by x.tenant limit 1) from in_keys k where k.tenant is not null
  ),
  in_reservations as (
    (select x.tenant from reservations x order by x.tenant limit 1)
    union all select (select x.tenant from reservations x where x.tenant > r.tenant order by x.tenant limit 1) from in_reservations r where r.tenant is not null
  ),
  found as (
    select e.tenant, 'events' as place from in_events e
    union all select h.tenant, 'tenant_heads' from tenant_heads h where h.position > 0 or h.numbers <> '{}'
    union all select r.tenant, 'reservations' from in_reservations r
    union all select k.tenant, 'subject_keys' from in_keys k
  )
  select f.tenant, array_agg(distinct f.place), (select x.recorded_at from events x where x.tenant = f.tenant and x.position = 1)
  from found f where f.tenant is not null group by f.tenant order by f.tenant;
end;

alter function log_tenants() owner to plimsoll_append;
revoke all on function log_tenants() from public;
grant execute on function log_tenants() to plimsoll_projector;
