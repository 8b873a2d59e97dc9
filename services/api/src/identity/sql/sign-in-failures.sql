-- Who failed to sign in, as keyed hashes: neither names nor addresses stand here. The subject is an account, or one
-- device that signed in to it before.
create table sign_in_failures (
  subject bytea primary key,
  failures integer not null,
  counted_since timestamptz not null default clock_timestamp()
);
create index sign_in_failures_by_age on sign_in_failures (counted_since);

-- One row for each account that an address failed at: many accounts from one address is spraying.
create table sign_in_sprays (
  address bytea not null,
  account bytea not null,
  failed_at timestamptz not null default clock_timestamp(),
  primary key (address, account)
);
create index sign_in_sprays_by_age on sign_in_sprays (failed_at);
grant select, insert, update, delete on sign_in_failures, sign_in_sprays to plimsoll_app;
