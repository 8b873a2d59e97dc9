-- A session is the family of its refresh tokens. Tokens stand here as hashes.
create table sessions (
  session_guid uuid primary key,
  user_guid uuid not null,
  started_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_because text check (revoked_because in ('SIGNED_OUT', 'TOKEN_REUSED', 'PASSWORD_CHANGED'))
);
create index sessions_of_user on sessions (user_guid) where revoked_at is null;
create index sessions_that_ended on sessions (expires_at);

create table refresh_tokens (
  hash bytea primary key,
  session_guid uuid not null references sessions on delete cascade,
  issued_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  replaced_at timestamptz,
  successor bytea
);
create index refresh_tokens_of_session on refresh_tokens (session_guid);
grant select, insert, update, delete on sessions, refresh_tokens to plimsoll_app;
