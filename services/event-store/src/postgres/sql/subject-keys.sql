-- One key per person (or stream), wrapped by SEALING_KEY, outside the log: destroying it erases what it sealed.
-- `stream` is where the subject was first written of; loading that stream brings the key along.
create table subject_keys (
  tenant uuid not null,
  subject uuid not null,
  stream uuid not null,
  wrapped bytea not null,
  primary key (tenant, subject)
);

create index subject_keys_stream on subject_keys (tenant, stream);

alter table subject_keys owner to plimsoll_owner;
alter table subject_keys enable row level security;
alter table subject_keys force row level security;

create policy append on subject_keys to plimsoll_append using (true) with check (true);
create policy tenant_reads on subject_keys for select to plimsoll_app, plimsoll_projector using (tenant = (select current_tenant()));
create policy tenant_erases on subject_keys for delete to plimsoll_app using (tenant = (select current_tenant()));

grant select, insert on subject_keys to plimsoll_append;
grant select on subject_keys to plimsoll_app, plimsoll_projector;
grant delete on subject_keys to plimsoll_app;
