create table organization_v1 (
  tenant uuid primary key,
  name text not null,
  time_zone text not null,
  size_range text not null,
  created_at timestamptz not null,
  modules text[] not null,
  customer_config jsonb not null
);

comment on column organization_v1.customer_config is 'what was changed; the rest is as shipped';

create table worksite_v1 (
  tenant uuid not null,
  worksite_guid uuid not null,
  name text not null,
  region_guid uuid,
  address text,
  time_zone text,
  emergency_phone text,
  primary key (tenant, worksite_guid)
);

create table reporting_group_v1 (
  tenant uuid not null,
  reporting_group_guid uuid not null,
  name text not null,
  description text,
  status text not null,
  primary key (tenant, reporting_group_guid)
);

select protect_read_model('organization_v1'), protect_read_model('worksite_v1'), protect_read_model('reporting_group_v1');

-- Names of several organizations, one tenant after the other, as the caller and under row-level security.
create function organization_names(p_tenants uuid[]) returns table (organization_guid uuid, name text)
language plpgsql stable
set search_path = pg_catalog, public, pg_temp
as $$
declare
  asked uuid;
begin
  foreach asked in array p_tenants loop
    perform set_config('plimsoll.tenant', asked::text, true);
    return query select o.tenant, o.name from organization_v1 o where o.tenant = asked;
  end loop;
end
$$;

revoke all on function organization_names(uuid[]) from public;
grant execute on function organization_names(uuid[]) to plimsoll_app;
