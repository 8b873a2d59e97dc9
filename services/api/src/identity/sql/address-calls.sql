-- How often an address called what is open to everybody, as a keyed hash of what was called and from where.
create table address_calls (
  subject bytea primary key,
  calls integer not null,
  counted_since timestamptz not null default clock_timestamp()
);
create index address_calls_by_age on address_calls (counted_since);
grant select, insert, update, delete on address_calls to plimsoll_app;
