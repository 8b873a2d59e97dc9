-- Destroys a subject's key; what it sealed reads as erased from then on, and the chain is untouched. For good (a person)
-- its row stays, so that none is made again, even where there was none yet. Answers whether there was a key.
-- Under the head's lock, like an append: one that is under way is either written before it, or finds the key gone.
drop function if exists erase_subject(uuid, uuid);
create or replace function erase_subject(p_tenant uuid, p_subject uuid, p_for_good boolean) returns boolean
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
as $$
declare
  had boolean;
begin
  perform open_tenants(array[p_tenant]);
  perform from tenant_heads where tenant = p_tenant for no key update;
  had := exists (select from subject_keys where tenant = p_tenant and subject = p_subject and wrapped is not null);
  if p_for_good then
    insert into subject_keys (tenant, subject, erased_at) values (p_tenant, p_subject, clock_timestamp())
    on conflict (tenant, subject) do update set wrapped = null, erased_at = excluded.erased_at where subject_keys.wrapped is not null;
  else
    delete from subject_keys where tenant = p_tenant and subject = p_subject;
  end if;
  return had;
end
$$;

alter function erase_subject(uuid, uuid, boolean) owner to plimsoll_append;
revoke all on function erase_subject(uuid, uuid, boolean) from public;
grant execute on function erase_subject(uuid, uuid, boolean) to plimsoll_app;
