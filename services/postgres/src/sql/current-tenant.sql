-- The tenant that policies compare with. Nothing set reads as no tenant, which matches no row.
-- Policies call it as (select current_tenant()), so that it is computed once for a statement and not for every row.
create or replace function current_tenant() returns uuid
language sql stable parallel safe
set search_path = pg_catalog
return nullif(current_setting('plimsoll.tenant', true), '')::uuid;

alter function current_tenant() owner to plimsoll_owner;
