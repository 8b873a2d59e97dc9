-- One key per subject (a person, or what is written in a stream), wrapped by SEALING_KEY, outside the log: destroying it
-- erases what it sealed. The row of a person's destroyed key stays without it, so that none is ever made again.
create table subject_keys (
  tenant uuid not null,
  subject uuid not null,
  stream uuid,
  wrapped bytea,
  erased_at timestamptz,
  primary key (tenant, subject),
  check ((wrapped is null) = (erased_at is not null))
);

comment on column subject_keys.stream is 'where the subject was first written of: loading that stream brings the key along. Null for the stream''s own text, which is found by name';

create index subject_keys_stream on subject_keys (tenant, stream) where stream is not null;

alter table subject_keys owner to plimsoll_owner;
alter table subject_keys enable row level security;
alter table subject_keys force row level security;

create policy append on subject_keys to plimsoll_append using (true) with check (true);
create policy tenant_reads on subject_keys for select to plimsoll_app, plimsoll_projector using (tenant = (select current_tenant()));

grant select, insert, update, delete on subject_keys to plimsoll_append;
grant select on subject_keys to plimsoll_app, plimsoll_projector;
