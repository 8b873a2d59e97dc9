-- What keys are, as SHA-256, and when they were used. Whose a key is stands here, since a request brings nothing but the key:
-- its row is found by its guid (plimsoll.api_key), everything else by the organization.
create table api_key_hashes (
  tenant uuid not null,
  key_guid uuid not null,
  hash bytea not null check (length(hash) = 32),
  last_used_at timestamptz,
  minute timestamptz,
  calls integer not null default 0,
  primary key (tenant, key_guid)
);
create unique index api_key_hashes_of_keys on api_key_hashes (key_guid);

alter table api_key_hashes owner to plimsoll_owner;
alter table api_key_hashes enable row level security;
alter table api_key_hashes force row level security;
create policy tenant on api_key_hashes using (tenant = (select current_tenant()) or key_guid = (select nullif(current_setting('plimsoll.api_key', true), '')::uuid))
  with check (tenant = (select current_tenant()) or key_guid = (select nullif(current_setting('plimsoll.api_key', true), '')::uuid));
grant select, insert, update on api_key_hashes to plimsoll_app;
