-- How far organizations have been told to Kafka: it moves once brokers have taken what is before it, and only from where that
-- began. Null until somebody has looked where the export begins in the log.
create table kafka_exports (
  tenant uuid primary key,
  position bigint,
  fault text,
  kept_at timestamptz not null default clock_timestamp()
) with (fillfactor = 50);

comment on column kafka_exports.fault is 'what holds it up now, in words without anything of the log';

alter table kafka_exports owner to plimsoll_owner;
alter table kafka_exports enable row level security;
alter table kafka_exports force row level security;
create policy tenant on kafka_exports to plimsoll_app using (tenant = (select current_tenant())) with check (tenant = (select current_tenant()));
create policy projector_sees_all on kafka_exports to plimsoll_projector using (true) with check (true);
grant select, insert on kafka_exports to plimsoll_app;
grant select, update on kafka_exports to plimsoll_projector;
