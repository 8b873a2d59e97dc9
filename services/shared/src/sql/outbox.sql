-- What is to be done and is no event (a mail to somebody who has no account yet): written in the transaction that causes it,
-- taken over as a job. Ids only: never an address, a name or a secret.
create table outbox (
  guid uuid primary key,
  kind text not null check (kind ~ '^[A-Z][A-Z_]{0,59}$'),
  ids jsonb not null,
  put_at timestamptz not null default clock_timestamp()
);

create index outbox_order on outbox (put_at, guid);

grant insert on outbox to plimsoll_app, plimsoll_projector;
grant select, update, delete on outbox to plimsoll_projector;
