-- Names that only one may hold. The key is a keyed hash: no name or address stands here.
create table reservations (
  tenant uuid not null,
  key text not null,
  position bigint not null,
  primary key (tenant, key)
);

alter table reservations owner to plimsoll_owner;
alter table reservations enable row level security;
alter table reservations force row level security;

create policy append on reservations to plimsoll_append using (true) with check (true);
create policy tenant_reads on reservations for select to plimsoll_app using (tenant = (select current_tenant()));

grant select, insert, delete on reservations to plimsoll_append;
grant select on reservations to plimsoll_app;
