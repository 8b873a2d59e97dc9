-- Since when there is a reactor: what was in the logs then is behind it, what came later it reacts to.
create table reactors (
  name text primary key,
  began_at timestamptz not null default clock_timestamp()
);

grant select, insert on reactors to plimsoll_projector;

-- How far a reactor has come in a tenant's log. It moves in the transaction that writes the jobs, and only from where the
-- page began: of two processes one commits.
create table reactor_checkpoints (
  reactor text not null references reactors (name),
  tenant uuid not null,
  position bigint not null default 0,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (tenant, reactor)
) with (fillfactor = 50);

alter table reactor_checkpoints enable row level security;
alter table reactor_checkpoints force row level security;
create policy projector_sees_all on reactor_checkpoints to plimsoll_projector using (true) with check (true);
grant select, insert, update on reactor_checkpoints to plimsoll_projector;

-- Events that a reactor could not take, and the later ones of their streams: set aside, shown, and replayed in order.
create table parked_reactions (
  reactor text not null references reactors (name),
  tenant uuid not null,
  position bigint not null,
  kind text not null,
  stream uuid not null,
  reason text not null,
  attempts integer not null default 1,
  retry_at timestamptz,
  parked_at timestamptz not null default clock_timestamp(),
  primary key (tenant, reactor, position)
);

comment on column parked_reactions.retry_at is 'set on the first event of a stream as long as it is tried again by itself';

alter table parked_reactions enable row level security;
alter table parked_reactions force row level security;
create policy projector_sees_all on parked_reactions to plimsoll_projector using (true) with check (true);
grant select, insert, update, delete on parked_reactions to plimsoll_projector;
