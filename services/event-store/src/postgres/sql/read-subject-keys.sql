-- The wrapped keys of subjects of several tenants; one that was destroyed for good is null, an unknown one is not there.
drop function if exists read_subject_keys(uuid, uuid[]);
create or replace function read_keys_of_tenants(p_tenants uuid[], p_subjects uuid[])
returns table (tenant uuid, subject uuid, wrapped bytea)
language plpgsql stable
set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  own record;
begin
  for own in select w.tenant, array_agg(w.subject) as subjects from unnest(p_tenants, p_subjects) as w(tenant, subject) group by w.tenant loop
    perform set_config('plimsoll.tenant', own.tenant::text, true);
    return query select s.tenant, s.subject, s.wrapped from subject_keys s where s.tenant = own.tenant and s.subject = any (own.subjects);
  end loop;
end
$$;

alter function read_keys_of_tenants(uuid[], uuid[]) owner to plimsoll_owner;
revoke all on function read_keys_of_tenants(uuid[], uuid[]) from public;
grant execute on function read_keys_of_tenants(uuid[], uuid[]) to plimsoll_app, plimsoll_projector;
