-- Password hashes are no events: the log holds only the fact (PasswordChanged).
create table password_credentials (
  user_guid uuid primary key,
  hash text not null,
  -- One more with each new password: a session begins only with the version that was looked at.
  version integer not null default 1,
  changed_at timestamptz not null default clock_timestamp()
);
grant select, insert, update, delete on password_credentials to plimsoll_app;
