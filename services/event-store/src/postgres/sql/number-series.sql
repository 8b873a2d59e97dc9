-- The numbers that people see: each kind of stream of a tenant has a series of its own. A row is touched under its head's
-- lock alone, by appends that draw a number.
create table number_series (
  tenant uuid not null,
  kind text collate "C" not null,
  number bigint not null,
  primary key (tenant, kind)
) with (fillfactor = 20);

comment on column number_series.number is 'the newest that was drawn';

alter table number_series owner to plimsoll_owner;
alter table number_series enable row level security;
alter table number_series force row level security;

create policy append on number_series to plimsoll_append using (true) with check (true);
create policy tenant_reads on number_series for select to plimsoll_app, plimsoll_projector using (tenant = (select current_tenant()));

grant select, insert, update on number_series to plimsoll_append;
grant select on number_series to plimsoll_app, plimsoll_projector;
