-- Who asked to set a new password, whether there is an account or not. Whom it is about is sealed.
create table password_resets (
  guid uuid primary key,
  sealed bytea not null,
  asked_at timestamptz not null default clock_timestamp(),
  used_at timestamptz
);
create index password_resets_by_age on password_resets (asked_at);
grant select, insert, update, delete on password_resets to plimsoll_app;
grant select on password_resets to plimsoll_projector;
