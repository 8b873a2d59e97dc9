-- Sign-ins through an organization's identity provider that were begun, and whom providers have named before. An organization
-- sees its own alone.

-- A request that a provider is to answer, once. What the answer says of somebody is sealed; browser and code stand as hashes.
create table sso_requests (
  tenant uuid not null,
  guid uuid not null,
  -- The data of the provider that it was made with.
  provider_guid uuid not null,
  browser_mark bytea not null,
  -- Of an admin who only wants to know whether the data work.
  tried_by uuid,
  sealed bytea not null,
  asked_at timestamptz not null default clock_timestamp(),
  answered_at timestamptz,
  code_hash bytea,
  redeemed_at timestamptz,
  proved_at timestamptz,
  primary key (tenant, guid)
);
create index sso_requests_of_codes on sso_requests (tenant, code_hash);
create index sso_requests_by_age on sso_requests (tenant, asked_at);

-- Whom a provider's own name for somebody means: the name as a keyed hash.
create table sso_links (
  tenant uuid not null,
  name_mark bytea not null,
  user_guid uuid not null,
  linked_at timestamptz not null default clock_timestamp(),
  primary key (tenant, name_mark)
);

alter table sso_requests enable row level security;
alter table sso_requests force row level security;
create policy tenant on sso_requests using (tenant = (select current_tenant()));
alter table sso_links enable row level security;
alter table sso_links force row level security;
create policy tenant on sso_links using (tenant = (select current_tenant()));
grant select, insert, update, delete on sso_requests, sso_links to plimsoll_app;

-- Whoever signed in through a provider: the only organization that the session opens.
alter table sessions
  add column organization_guid uuid,
  drop constraint sessions_method_check,
  add constraint sessions_method_check check (method in ('PASSWORD', 'EMAIL_LINK', 'TOTP', 'PASSKEY', 'RECOVERY_CODE', 'SAML')),
  add constraint sessions_of_providers check ((method = 'SAML') = (organization_guid is not null));
