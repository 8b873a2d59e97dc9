-- Secrets of endpoints, sealed. Which one an endpoint signs with stands in the log.
create table webhook_secrets (
  tenant uuid not null,
  webhook_guid uuid not null,
  secret_guid uuid not null,
  sealed bytea not null,
  kept_at timestamptz not null default clock_timestamp(),
  primary key (tenant, secret_guid)
);
create index webhook_secrets_of_webhook on webhook_secrets (tenant, webhook_guid);

-- How far deliveries have been written for an endpoint: it moves in the transaction that writes them, and only from where they
-- began. Null until somebody has looked where the endpoint itself stands in the log.
create table webhook_endpoints (
  tenant uuid not null,
  webhook_guid uuid not null,
  position bigint,
  failing_since timestamptz,
  held_until timestamptz,
  last_delivered_at timestamptz,
  kept_at timestamptz not null default clock_timestamp(),
  primary key (tenant, webhook_guid)
) with (fillfactor = 50);

-- What endpoints are to be told, by guid: it is made from the log at each attempt. A test has no position.
create table webhook_deliveries (
  tenant uuid not null,
  delivery_guid uuid not null,
  webhook_guid uuid not null,
  event_id uuid not null,
  type text not null,
  position bigint,
  status text not null check (status in ('PENDING', 'RETRYING', 'DELIVERED', 'DEAD')),
  attempts jsonb not null default '[]',
  tries integer not null default 0,
  next_at timestamptz,
  claimed_until timestamptz,
  made_at timestamptz not null,
  primary key (tenant, delivery_guid),
  check ((next_at is not null) = (status in ('PENDING', 'RETRYING')))
) with (fillfactor = 70);

comment on column webhook_endpoints.held_until is 'until then only tests are sent: it is paused or disabled';
comment on column webhook_deliveries.tries is 'attempts since it was written or replayed last';
comment on column webhook_deliveries.claimed_until is 'set while a process tries it; one that ended is forgotten then';

create index webhook_deliveries_due on webhook_deliveries (tenant, webhook_guid, next_at) where next_at is not null;
create index webhook_deliveries_of_webhook on webhook_deliveries (tenant, webhook_guid, made_at desc, delivery_guid);
create index webhook_deliveries_dead on webhook_deliveries (tenant, webhook_guid) where status = 'DEAD';
create index webhook_deliveries_age on webhook_deliveries (made_at);

do $$
declare
  name text;
begin
  foreach name in array array['webhook_secrets', 'webhook_endpoints', 'webhook_deliveries'] loop
    execute format('alter table %I owner to plimsoll_owner', name);
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I to plimsoll_app using (tenant = (select current_tenant())) with check (tenant = (select current_tenant()))', name);
    execute format('create policy projector_sees_all on %I to plimsoll_projector using (true) with check (true)', name);
    execute format('grant select, insert, update, delete on %I to plimsoll_app, plimsoll_projector', name);
  end loop;
end
$$;
