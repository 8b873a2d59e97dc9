-- Pages of several tenants in one statement: for each the head, then the events after p_after, all in the one snapshot of the calling statement.
-- Runs as the caller under row-level security; the tenant is set for each page and ends with the statement's transaction.
create or replace function read_pages(p_tenants uuid[], p_after bigint[], p_limit integer[])
returns table (page integer, head bigint, "position" bigint, revision integer, number bigint, recorded_us bigint, kind text, stream uuid, hash bytea, body text)
language plpgsql stable
set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set jit = off
set work_mem = '32MB'
rows 10000
as $$
#variable_conflict use_column
begin
  for i in 1 .. cardinality(p_tenants) loop
    perform set_config('plimsoll.tenant', p_tenants[i]::text, true);
    return query
      select i, h.position, null::bigint, null::integer, null::bigint, null::bigint, null::text, null::uuid, null::bytea, null::text
      from tenant_heads h where h.tenant = p_tenants[i];
    return query
      select i, null::bigint, e.position, e.revision, e.number, (date_part('epoch', e.recorded_at) * 1000000)::bigint, e.kind, e.stream, e.hash, e.body
      from events e where e.tenant = p_tenants[i] and e.position > p_after[i] order by e.position limit p_limit[i];
  end loop;
end
$$;

alter function read_pages(uuid[], bigint[], integer[]) owner to plimsoll_owner;
revoke all on function read_pages(uuid[], bigint[], integer[]) from public;
grant execute on function read_pages(uuid[], bigint[], integer[]) to plimsoll_app, plimsoll_projector;
