-- The tenants that one statement is about: a page of many small tenants, or whoever waits for one, names them all at once in plimsoll.tenants.
create or replace function named_tenants() returns uuid[]
language sql stable parallel safe
set search_path = pg_catalog
return coalesce(
  nullif(current_setting('plimsoll.tenants', true), '')::uuid[],
  array_remove(array[nullif(current_setting('plimsoll.tenant', true), '')::uuid], null));

alter function named_tenants() owner to plimsoll_owner;

-- The person who reads what is their own in every organization (plimsoll.user).
create or replace function current_user_guid() returns uuid
language sql stable parallel safe
set search_path = pg_catalog
return nullif(current_setting('plimsoll.user', true), '')::uuid;

alter function current_user_guid() owner to plimsoll_owner;

-- Gives a read model's table its tenancy: the application reads one tenant's rows, a projector writes those of its page, and
-- of whom there are rows is told to whoever verifies (read_model_tenants), who is shown nothing else.
-- The functions stand in a select of their own, so that they are computed once for a statement and not for every row.
create or replace function protect_read_model(read_model regclass) returns void
language plpgsql
as $$
begin
  execute format('alter table %s enable row level security', read_model);
  execute format('alter table %s force row level security', read_model);
  execute format('drop policy if exists tenant_reads on %s', read_model);
  execute format('drop policy if exists projector_writes on %s', read_model);
  execute format('drop policy if exists tenants_told on %s', read_model);
  execute format('create policy tenant_reads on %s for select to plimsoll_app using (tenant = (select current_tenant()))', read_model);
  execute format(
    'create policy projector_writes on %s to plimsoll_projector using (tenant = any ((select named_tenants())::uuid[])) with check (tenant = any ((select named_tenants())::uuid[]))',
    read_model);
  execute format('create policy tenants_told on %s for select to plimsoll_append using (true)', read_model);
  execute format('grant select (tenant) on %s to plimsoll_append', read_model);
  execute format('grant select on %s to plimsoll_app', read_model);
  execute format('grant select, insert, update, delete on %s to plimsoll_projector', read_model);
end
$$;

revoke all on function protect_read_model(regclass) from public;
