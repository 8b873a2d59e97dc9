-- Who signed up and has not verified their address yet. What is personal is sealed; the address stands as a keyed hash, and
-- the browser as the hash of its cookie.
create table sign_ups (
  guid uuid primary key,
  -- Of the account that it becomes.
  user_guid uuid not null,
  address_mark bytea not null,
  browser_mark bytea not null,
  sealed bytea not null,
  password_hash text not null,
  signed_up_at timestamptz not null default clock_timestamp(),
  verified_at timestamptz
);
create index sign_ups_of_address on sign_ups (address_mark, signed_up_at);
create index sign_ups_by_age on sign_ups (signed_up_at);

-- Mails that verify an address, each with a link of its own. Without a sign-up it is somebody's who asked for one in vain.
-- It refers to the sign-up by its guid alone: looking it up while it is written would take longer where there is one.
create table email_verifications (
  guid uuid primary key,
  sign_up uuid,
  sealed bytea not null,
  asked_at timestamptz not null default clock_timestamp(),
  verified_at timestamptz,
  signed_in_at timestamptz
);
create index email_verifications_by_age on email_verifications (asked_at);

grant select, insert, update, delete on sign_ups, email_verifications to plimsoll_app;
grant select on email_verifications to plimsoll_projector;
