-- The wrapped keys of some of a tenant's subjects; a destroyed or unknown one is simply not there.
create or replace function read_subject_keys(p_tenant uuid, p_subjects uuid[])
returns table (subject uuid, wrapped bytea)
language plpgsql stable
set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
#variable_conflict use_column
begin
  perform set_config('plimsoll.tenant', p_tenant::text, true);
  return query select s.subject, s.wrapped from subject_keys s where s.tenant = p_tenant and s.subject = any (p_subjects);
end
$$;

alter function read_subject_keys(uuid, uuid[]) owner to plimsoll_owner;
revoke all on function read_subject_keys(uuid, uuid[]) from public;
grant execute on function read_subject_keys(uuid, uuid[]) to plimsoll_app, plimsoll_projector;
