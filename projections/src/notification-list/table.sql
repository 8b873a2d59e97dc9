-- What each incident asks of its reviewer or approver. An incident that waits for nobody keeps its row, with no assignee,
-- since what it is called stands in its first event alone.
create table notification_v1 (
  tenant uuid not null,
  incident_guid uuid not null,
  revision integer not null,
  number bigint not null,
  form_name text not null,
  occurrence_date date not null,
  region_guid uuid,
  worksite_guid uuid,
  reviewer_guid uuid,
  approver_guid uuid,
  state text not null,
  is_deleted boolean not null,
  assignee_guid uuid,
  primary key (tenant, incident_guid)
);

comment on column notification_v1.state is 'of a deleted incident the one that it would be restored to';
comment on column notification_v1.assignee_guid is 'who is notified now';

create index notification_v1_assignee on notification_v1 (tenant, assignee_guid) where assignee_guid is not null;

select protect_read_model('notification_v1');
