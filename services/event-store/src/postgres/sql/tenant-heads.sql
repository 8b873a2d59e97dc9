-- One row per tenant: the position, the running hash and the time that its newest event was given.
-- Whoever appends holds this row's lock, so commit order is position order. The fill factor leaves room for updates in place.
create table tenant_heads (
  tenant uuid primary key,
  position bigint not null default 0,
  recorded_at timestamptz not null default '-infinity',
  hash bytea not null
) with (fillfactor = 20);

alter table tenant_heads owner to plimsoll_owner;
alter table tenant_heads enable row level security;
alter table tenant_heads force row level security;

create policy append on tenant_heads to plimsoll_append using (true) with check (true);
create policy tenant_reads on tenant_heads for select to plimsoll_app using (tenant = (select current_tenant()));
create policy projector_reads_all on tenant_heads for select to plimsoll_projector using (true);

grant select, insert, update on tenant_heads to plimsoll_append;
grant select on tenant_heads to plimsoll_app, plimsoll_projector;
