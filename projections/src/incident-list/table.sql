create table incident_list_v1 (
  tenant uuid not null,
  event_id uuid not null,
  number bigint not null,
  heading text not null,
  form_guid uuid not null,
  form_name text not null,
  occurrence_date date not null,
  occurrence_time text,
  time_zone text not null,
  reporting_group_guid uuid,
  worksite_guid uuid,
  region_guid uuid,
  location text,
  is_leading boolean not null,
  is_sensitive boolean not null,
  reported_at timestamptz not null,
  risk_score integer,
  search_text text not null,
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

comment on column incident_list_v1.search_text is 'the description in lower case; the heading is a part of it';

-- The usual order. What decides whether a row is seen stands in the index, so that pages are found without the rows;
-- what changes with every step does not, so that a step leaves the index alone.
create index incident_list_v1_occurrence on incident_list_v1 (tenant, occurrence_date, number) include (event_id, is_sensitive) where deleted_at is null;
create index incident_list_v1_number on incident_list_v1 (tenant, number) include (event_id, is_sensitive) where deleted_at is null;

select protect_read_model('incident_list_v1');

-- Whose own an incident is: its reporter's, of whoever entered it, and of its reviewers and approvers, present and past.
create table incident_person_v1 (
  tenant uuid not null,
  user_guid uuid not null,
  event_id uuid not null,
  primary key (tenant, user_guid, event_id)
);

select protect_read_model('incident_person_v1');
