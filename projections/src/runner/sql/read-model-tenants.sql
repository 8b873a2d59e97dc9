-- Every tenant of which any of these tables holds a row, whether or not anything else knows of it. It tells guids and nothing else.
create or replace function read_model_tenants(p_tables text[]) returns table (tenant uuid)
language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp
set enable_seqscan = off
set jit = off
as $$
declare
  name text;
begin
  foreach name in array p_tables loop
    -- From tenant to tenant by the key: there are few of them among many rows.
    return query execute format('
      with recursive found as (
        (select x.tenant from public.%1$I x order by x.tenant limit 1)
        union all select (select x.tenant from public.%1$I x where x.tenant > f.tenant order by x.tenant limit 1) from found f where f.tenant is not null
      )
      select f.tenant from found f where f.tenant is not null', name);
  end loop;
end
$$;

alter function read_model_tenants(text[]) owner to plimsoll_append;
revoke all on function read_model_tenants(text[]) from public;
grant execute on function read_model_tenants(text[]) to plimsoll_projector;

-- Tables that were made before it.
do $$
declare
  name text;
begin
  for name in select distinct unnest(tables) from read_model_sets loop
    if to_regclass(format('public.%I', name)) is not null then
      perform protect_read_model(format('public.%I', name)::regclass);
    end if;
  end loop;
end
$$;
