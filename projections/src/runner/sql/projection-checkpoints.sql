-- How far each set of a read model (`incident-list@1`) has come in each tenant's log. It moves in the transaction that writes the rows, and only
-- from where the page began: of two projectors one commits.
create table projection_checkpoints (
  projection text not null,
  tenant uuid not null,
  position bigint not null default 0,
  parked integer not null default 0,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (tenant, projection)
) with (fillfactor = 50);

alter table projection_checkpoints enable row level security;
alter table projection_checkpoints force row level security;
create policy tenant_reads on projection_checkpoints for select to plimsoll_app using (tenant = any ((select named_tenants())::uuid[]));
create policy projector_sees_all on projection_checkpoints to plimsoll_projector using (true) with check (true);
grant select on projection_checkpoints to plimsoll_app;
grant select, insert, update, delete on projection_checkpoints to plimsoll_projector;

-- Events that a read model could not take, and the later ones of their streams: set aside, shown, and replayed in order.
create table parked_events (
  projection text not null,
  tenant uuid not null,
  position bigint not null,
  kind text not null,
  stream uuid not null,
  revision integer not null,
  type text not null,
  reason text not null,
  attempts integer not null default 1,
  retry_at timestamptz,
  parked_at timestamptz not null default clock_timestamp(),
  primary key (tenant, projection, position)
);

comment on column parked_events.retry_at is 'set on the first event of a stream as long as it is tried again by itself';
create index parked_events_stream on parked_events (tenant, projection, kind, stream, position);

alter table parked_events enable row level security;
alter table parked_events force row level security;
create policy tenant_reads on parked_events for select to plimsoll_app using (tenant = any ((select named_tenants())::uuid[]));
create policy projector_sees_all on parked_events to plimsoll_projector using (true) with check (true);
grant select on parked_events to plimsoll_app;
grant select, insert, update, delete on parked_events to plimsoll_projector;

-- Whoever waits for a position is told when the log has not come so far: all who wait share one question.
create policy named_tenants_read on tenant_heads for select to plimsoll_app using (tenant = any ((select named_tenants())::uuid[]));
