-- What has happened, for whoever is told by webhooks, in their order; what was not taken is told again when it is due.
create table payment_sandbox.events (
  id text primary key,
  body jsonb not null,
  sequence bigint generated always as identity,
  made_at timestamptz not null default clock_timestamp(),
  attempts integer not null default 0,
  due_at timestamptz not null default clock_timestamp(),
  delivered_at timestamptz
);
create index on payment_sandbox.events (due_at) where delivered_at is null;

grant select, insert, update on payment_sandbox.events to plimsoll_payment_sandbox;
alter table payment_sandbox.events owner to plimsoll_owner;
