-- The log. Nobody may update or delete here: the grants say so for every role that can log in.
-- The columns stand in this order so that no padding is stored between them.
create table events (
  position bigint not null,
  recorded_at timestamptz not null,
  number bigint,
  revision integer not null,
  size smallint not null,
  tenant uuid not null,
  stream uuid not null,
  kind text collate "C" not null,
  command_id uuid,
  hash bytea not null,
  fingerprint bytea,
  body text not null,
  primary key (tenant, stream, kind, revision),
  constraint events_position unique (tenant, position)
);

comment on column events.kind is 'of what the stream is: a stream is named by kind and guid together';
comment on column events.size is 'how many events the command wrote';
comment on column events.command_id is 'on the first event of a command only, where it is the stored answer of that command';
comment on column events.body is 'RFC 8785 text of id, type, schemaVersion, data, metadata: what is hashed';

create unique index events_command on events (tenant, command_id) where command_id is not null;

alter table events owner to plimsoll_owner;
alter table events enable row level security;
alter table events force row level security;

create policy append on events to plimsoll_append using (true) with check (true);
create policy tenant_reads on events for select to plimsoll_app, plimsoll_projector using (tenant = (select current_tenant()));

grant select, insert on events to plimsoll_append;
grant select on events to plimsoll_app, plimsoll_projector;
