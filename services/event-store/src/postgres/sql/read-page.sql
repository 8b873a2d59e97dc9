-- A page of a tenant's events with the head as it stood in the same snapshot; one row without an event when there is nothing after,
-- and nulls for a head that is not there: its events are read all the same, so that `verify` can say so.
-- `head_numbers` is the newest number of each kind of stream that has any, as JSON.
-- Runs as the caller under row-level security; the tenant ends with the statement's transaction.
drop function if exists read_page(uuid, bigint, integer);
create function read_page(p_tenant uuid, p_after bigint, p_limit integer)
returns table (head bigint, head_numbers text, head_hash bytea, "position" bigint, revision integer, number bigint, recorded_us bigint,
               kind text, stream uuid, hash bytea, body text, command_id uuid, size smallint, fingerprint bytea)
language plpgsql stable
set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set jit = off
rows 2000
as $$
#variable_conflict use_column
begin
  perform set_config('plimsoll.tenant', p_tenant::text, true);
  return query
    select h.position, h.numbers::text, h.hash, e.position, e.revision, e.number, (extract(epoch from e.recorded_at) * 1000000)::bigint,
           e.kind, e.stream, e.hash, e.body, e.command_id, e.size, e.fingerprint
    from (select p_tenant as tenant) asked
    left join tenant_heads h on h.tenant = asked.tenant
    left join lateral (
      select * from events x where x.tenant = p_tenant and x.position > p_after order by x.position limit p_limit
    ) e on true
    order by e.position;
end
$$;

alter function read_page(uuid, bigint, integer) owner to plimsoll_owner;
revoke all on function read_page(uuid, bigint, integer) from public;
grant execute on function read_page(uuid, bigint, integer) to plimsoll_app, plimsoll_projector;
