-- What opens the grants of auditors: a link as SHA-256, a passcode as an HMAC, since its eight digits are soon tried. Whose a grant
-- is stands here, since whoever signs in brings nothing but the link: its row is found by its guid (plimsoll.auditor_grant).
create table auditor_codes (
  tenant uuid not null,
  grant_guid uuid not null,
  token_hash bytea not null check (length(token_hash) = 32),
  passcode_hash bytea not null check (length(passcode_hash) = 32),
  wrong_codes integer not null default 0,
  primary key (tenant, grant_guid)
);
comment on column auditor_codes.wrong_codes is 'one after the other';
create unique index auditor_codes_of_grants on auditor_codes (grant_guid);

alter table auditor_codes owner to plimsoll_owner;
alter table auditor_codes enable row level security;
alter table auditor_codes force row level security;
create policy tenant on auditor_codes using (tenant = (select current_tenant()) or grant_guid = (select nullif(current_setting('plimsoll.auditor_grant', true), '')::uuid))
  with check (tenant = (select current_tenant()) or grant_guid = (select nullif(current_setting('plimsoll.auditor_grant', true), '')::uuid));
grant select, insert, update on auditor_codes to plimsoll_app;

-- A session of an auditor opens one organization, and its person is the grant.
alter table sessions
  drop constraint sessions_method_check,
  add constraint sessions_method_check check (method in ('PASSWORD', 'EMAIL_LINK', 'TOTP', 'PASSKEY', 'RECOVERY_CODE', 'SAML', 'AUDITOR')),
  drop constraint sessions_of_providers,
  add constraint sessions_of_one_organization check ((method in ('SAML', 'AUDITOR')) = (organization_guid is not null));

alter table audit_bundles add column grant_guid uuid;
comment on column audit_bundles.grant_guid is 'of the auditor who asked for it: it holds what that grant opens';

create index accesses_of_auditors on accesses (tenant, person_guid, access_number) where person_kind = 'AUDITOR';
