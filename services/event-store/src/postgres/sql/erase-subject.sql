-- Destroys a subject's key. What it sealed reads as erased from then on; the chain is untouched. Answers whether there was one.
create or replace function erase_subject(p_tenant uuid, p_subject uuid) returns boolean
language plpgsql
set search_path = pg_catalog, public, pg_temp
as $$
begin
  perform set_config('plimsoll.tenant', p_tenant::text, true);
  delete from subject_keys where tenant = p_tenant and subject = p_subject;
  return found;
end
$$;

alter function erase_subject(uuid, uuid) owner to plimsoll_owner;
revoke all on function erase_subject(uuid, uuid) from public;
grant execute on function erase_subject(uuid, uuid) to plimsoll_app;
