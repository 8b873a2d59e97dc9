-- The highest position that was recorded not later than an instant, 0 if none. The time of recording never goes back within
-- a tenant, so it is looked for by halves. An instant is meant to its millisecond, in which events are read.
create or replace function position_at(p_tenant uuid, p_instant timestamptz) returns bigint
language plpgsql stable
set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  low bigint := 0;
  high bigint;
  middle bigint;
begin
  perform set_config('plimsoll.tenant', p_tenant::text, true);
  select h.position into high from tenant_heads h where h.tenant = p_tenant;
  high := coalesce(high, 0);
  while low < high loop
    middle := (low + high + 1) / 2;
    if (select e.recorded_at < p_instant + interval '1 millisecond' from events e where e.tenant = p_tenant and e.position = middle) then
      low := middle;
    else
      high := middle - 1;
    end if;
  end loop;
  return low;
end
$$;

alter function position_at(uuid, timestamptz) owner to plimsoll_owner;
revoke all on function position_at(uuid, timestamptz) from public;
grant execute on function position_at(uuid, timestamptz) to plimsoll_app, plimsoll_projector;
