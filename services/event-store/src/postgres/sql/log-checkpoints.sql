-- Signed statements of where a tenant's log stood. Whoever alters them lacks the key; whoever deletes them lacks the exported copies.
create table log_checkpoints (
  tenant uuid not null,
  position bigint not null,
  hash bytea not null,
  signed_at timestamptz not null,
  key_id text not null,
  signature bytea not null,
  primary key (tenant, position, signed_at)
);

alter table log_checkpoints owner to plimsoll_owner;
alter table log_checkpoints enable row level security;
alter table log_checkpoints force row level security;

create policy tenant_reads on log_checkpoints for select to plimsoll_app using (tenant = (select current_tenant()));
create policy projector_reads_all on log_checkpoints for select to plimsoll_projector using (true);
create policy projector_signs on log_checkpoints for insert to plimsoll_projector with check (tenant = (select current_tenant()));

grant select on log_checkpoints to plimsoll_app;
grant select, insert on log_checkpoints to plimsoll_projector;
