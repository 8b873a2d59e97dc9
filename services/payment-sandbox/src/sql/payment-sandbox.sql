-- Roles belong to the whole cluster, so another database may have made it already, or be making it now.
do $$
begin
  create role plimsoll_payment_sandbox login nosuperuser nobypassrls nocreatedb nocreaterole noinherit;
exception
  when duplicate_object or unique_violation then null;
end;
$$;

create schema payment_sandbox;

-- Customers, methods and intents as the wire has them, by their ids.
create table payment_sandbox.objects (
  id text primary key,
  kind text not null,
  customer text,
  body jsonb not null,
  made_at timestamptz not null default clock_timestamp(),
  sequence bigint generated always as identity
);
create index on payment_sandbox.objects (kind, customer, sequence desc);

-- What was answered to a key, for a day.
create table payment_sandbox.answers (
  key text primary key,
  fingerprint bytea not null,
  status integer not null,
  body jsonb not null,
  made_at timestamptz not null default clock_timestamp()
);

revoke all on schema payment_sandbox from public;
grant usage on schema payment_sandbox to plimsoll_payment_sandbox;
grant select, insert, update, delete on all tables in schema payment_sandbox to plimsoll_payment_sandbox;

alter table payment_sandbox.objects owner to plimsoll_owner;
alter table payment_sandbox.answers owner to plimsoll_owner;
alter schema payment_sandbox owner to plimsoll_owner;
