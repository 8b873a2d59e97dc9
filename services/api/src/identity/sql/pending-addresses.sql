-- Addresses that people have added to their accounts and not shown to be theirs yet. The address is sealed, and stands as a
-- keyed hash; several people may have one pending.
create table pending_addresses (
  guid uuid primary key,
  user_guid uuid not null,
  address_mark bytea not null,
  sealed bytea not null,
  added_at timestamptz not null default clock_timestamp(),
  unique (user_guid, address_mark)
);
create index pending_addresses_of_address on pending_addresses (address_mark, added_at);
create index pending_addresses_by_age on pending_addresses (added_at);

grant select, insert, update, delete on pending_addresses to plimsoll_app;

-- Whose account a mail's address was added to; null where somebody signed up with it.
alter table email_verifications add column user_guid uuid;
