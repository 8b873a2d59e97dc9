-- Loads several streams at once, each with the first answer of the command that asks for it.
-- Runs as the caller under row-level security; the tenant is set for each load and ends with the statement's transaction.
-- Stable, so that everything is read in the one snapshot of the calling statement: a command that commits meanwhile is
-- seen either with its events and its answer, or with neither.
--
-- item: 0 an event, 1 the stored answer (repeated), 2 the command id was used for something else,
--       3 a subject key first used in this stream, or that of its text (subject in `stream`, wrapped key in `hash`)
-- p_texts  the subject of what is written in each stream itself
drop function if exists load_streams(uuid[], text[], uuid[], uuid[], bytea[]);
drop function if exists load_streams(uuid[], uuid[], uuid[], bytea[]);
create or replace function load_streams(p_tenants uuid[], p_kinds text[], p_streams uuid[], p_texts uuid[], p_commands uuid[], p_fingerprints bytea[])
returns table (load integer, item smallint, "position" bigint, revision integer, number bigint, recorded_us bigint, kind text, stream uuid, hash bytea, body text)
language plpgsql stable
set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set jit = off
as $$
#variable_conflict use_column
declare
  first record;
begin
  for i in 1 .. cardinality(p_tenants) loop
    perform set_config('plimsoll.tenant', p_tenants[i]::text, true);
    if p_commands[i] is not null then
      select e.position, e.size, e.fingerprint = p_fingerprints[i] as same into first
        from events e where e.tenant = p_tenants[i] and e.command_id = p_commands[i];
      if found then
        if first.same then
          return query
            select i, 1::smallint, last.position, last.revision,
                   (select max(e.number) from events e where e.tenant = p_tenants[i] and e.position between first.position and last.position),
                   null::bigint, null::text, null::uuid, null::bytea, null::text
            from events last where last.tenant = p_tenants[i] and last.position = first.position + first.size - 1;
        else
          return query select i, 2::smallint, null::bigint, null::integer, null::bigint, null::bigint, null::text, null::uuid, null::bytea, null::text;
        end if;
        continue;
      end if;
    end if;
    return query
      select i, 0::smallint, e.position, e.revision, e.number, (extract(epoch from e.recorded_at) * 1000000)::bigint, e.kind, e.stream, e.hash, e.body
      from events e where e.tenant = p_tenants[i] and e.stream = p_streams[i] and e.kind = p_kinds[i] order by e.revision;
    return query
      select i, 3::smallint, null::bigint, null::integer, null::bigint, null::bigint, null::text, s.subject, s.wrapped, null::text
      from subject_keys s where s.tenant = p_tenants[i] and s.subject = p_texts[i]
      union all
      select i, 3::smallint, null::bigint, null::integer, null::bigint, null::bigint, null::text, s.subject, s.wrapped, null::text
      from subject_keys s where s.tenant = p_tenants[i] and s.stream = p_streams[i];
  end loop;
end
$$;

alter function load_streams(uuid[], text[], uuid[], uuid[], uuid[], bytea[]) owner to plimsoll_owner;
revoke all on function load_streams(uuid[], text[], uuid[], uuid[], uuid[], bytea[]) from public;
grant execute on function load_streams(uuid[], text[], uuid[], uuid[], uuid[], bytea[]) to plimsoll_app, plimsoll_projector;
