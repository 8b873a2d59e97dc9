-- What became of each mail of an alarm, by guid. Addresses and contents stand nowhere.
create table alarm_mails (
  tenant uuid not null,
  alarm_guid uuid not null,
  revision integer not null,
  recipient uuid not null,
  round integer not null,
  step integer not null,
  state text not null check (state in ('WAITING', 'SENT', 'FAILED', 'NOT_NEEDED')),
  tries integer not null default 0,
  first_tried_at timestamptz,
  settled_at timestamptz,
  primary key (tenant, alarm_guid, revision, recipient)
) with (fillfactor = 70);

comment on column alarm_mails.revision is 'of the event that alerted this person';

create index alarm_mails_waiting on alarm_mails (tenant, alarm_guid) where state = 'WAITING';

alter table alarm_mails owner to plimsoll_owner;
alter table alarm_mails enable row level security;
alter table alarm_mails force row level security;
create policy tenant on alarm_mails to plimsoll_app using (tenant = (select current_tenant())) with check (tenant = (select current_tenant()));
create policy projector_sees_all on alarm_mails to plimsoll_projector using (true) with check (true);
grant select on alarm_mails to plimsoll_app;
grant select, insert, update, delete on alarm_mails to plimsoll_projector;
