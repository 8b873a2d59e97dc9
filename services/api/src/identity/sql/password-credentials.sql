-- Password hashes are no events: the log holds only the fact (PasswordChanged).
create table password_credentials (
  user_guid uuid primary key,
  hash text not null,
  changed_at timestamptz not null default clock_timestamp()
);
grant select, insert, update, delete on password_credentials to plimsoll_app;
