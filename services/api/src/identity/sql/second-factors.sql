-- What is asked for besides the password. The log has the facts; secrets, keys and names stand here alone, sealed.

-- Secrets of authenticator apps: one that counts for each account, and one that waits for its first code.
create table totp_secrets (
  guid uuid primary key,
  user_guid uuid not null,
  sealed bytea not null,
  made_at timestamptz not null default clock_timestamp(),
  confirmed_at timestamptz,
  -- The step of the last code that was taken: no code up to it counts again.
  last_step bigint
);
create unique index totp_secrets_of_user on totp_secrets (user_guid, (confirmed_at is not null));

create table passkeys (
  guid uuid primary key,
  user_guid uuid not null,
  -- Keyed hash of the credential's id: nobody else's account has the same.
  credential_mark bytea not null unique,
  sealed bytea not null,
  sign_count bigint not null,
  is_backed_up boolean not null,
  added_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz
);
create index passkeys_of_user on passkeys (user_guid);

-- What a browser was asked to make a passkey with, as a hash. The command that takes it has it for itself.
create table passkey_requests (
  user_guid uuid primary key,
  challenge_hash bytea not null,
  asked_at timestamptz not null default clock_timestamp(),
  taken_by uuid
);

-- Keyed hashes: each counts once.
create table recovery_codes (
  set_guid uuid not null,
  number smallint not null,
  user_guid uuid not null,
  hash bytea not null,
  used_at timestamptz,
  primary key (set_guid, number)
);
create index recovery_codes_of_user on recovery_codes (user_guid, hash);

-- Who has shown the first of two steps. Tokens stand here as hashes, the name that was typed is sealed.
create table sign_in_challenges (
  guid uuid primary key,
  token_hash bytea not null unique,
  user_guid uuid not null,
  credential_version integer not null,
  sealed bytea not null,
  -- Of what a passkey is asked to sign; null without one.
  passkey_challenge_hash bytea,
  tries integer not null default 0,
  begun_at timestamptz not null default clock_timestamp(),
  used_at timestamptz
);
create index sign_in_challenges_by_age on sign_in_challenges (begun_at);

grant select, insert, update, delete on totp_secrets, passkeys, passkey_requests, recovery_codes, sign_in_challenges to plimsoll_app;
