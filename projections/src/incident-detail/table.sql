create table incident_detail_v1 (
  tenant uuid not null,
  event_id uuid not null,
  number bigint not null,
  form text not null,
  facts text not null,
  steps text not null,
  persons uuid[] not null,
  worksite_guid uuid,
  reporting_group_guid uuid,
  reported_at timestamptz not null,
  state text not null,
  workflow text not null,
  reporter_guid uuid not null,
  entered_by_guid uuid not null,
  reviewer_guid uuid,
  approver_guid uuid,
  past_reviewers uuid[] not null,
  past_approvers uuid[] not null,
  asked_by_guid uuid,
  holder_guid uuid,
  holder_since timestamptz,
  severity integer,
  likelihood integer,
  changed_since_review boolean not null,
  approved_revision integer,
  deleted_at timestamptz,
  deleted_by_guid uuid,
  revision integer not null,
  primary key (tenant, event_id)
) with (fillfactor = 85);

comment on column incident_detail_v1.facts is 'what the reporter wrote, as JSON; nothing is asked of it in SQL, so it is not parsed there';
comment on column incident_detail_v1.persons is 'everybody whose name is shown with it';

select protect_read_model('incident_detail_v1');
