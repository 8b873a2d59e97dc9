-- One key a person, wrapped by SEALING_KEY. It seals what a browser keeps for them, and is nowhere in plain.
create table device_keys (
  user_guid uuid primary key,
  wrapped bytea not null,
  made_at timestamptz not null default clock_timestamp()
);
grant select, insert on device_keys to plimsoll_app;
