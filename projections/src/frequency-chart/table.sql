-- What each incident adds to the rates, and to which month.
create table frequency_case_v1 (
  tenant uuid not null,
  incident_guid uuid not null,
  revision integer not null,
  reporter_guid uuid not null,
  month text not null,
  is_leading boolean not null,
  is_sensitive boolean not null,
  trif_contributor boolean not null,
  ltif_contributor boolean not null,
  mvif_contributor boolean not null,
  injured_persons jsonb not null,
  is_deleted boolean not null,
  trif_cases integer not null,
  ltif_cases integer not null,
  mvif_cases integer not null,
  leading_events integer not null,
  lagging_events integer not null,
  primary key (tenant, incident_guid)
);

comment on column frequency_case_v1.injured_persons is 'person type and classification of each, no name';

-- One person's leading and lagging events, without touching the rows.
create index frequency_case_v1_reporter on frequency_case_v1 (tenant, reporter_guid, month) include (leading_events, lagging_events);

-- The sums of an organization's month, kept by difference: what the dashboard reads does not grow with the incidents.
create table frequency_month_v1 (
  tenant uuid not null,
  month text not null,
  trif_cases integer not null,
  ltif_cases integer not null,
  mvif_cases integer not null,
  leading_events integer not null,
  lagging_events integer not null,
  primary key (tenant, month)
);

select protect_read_model('frequency_case_v1');
select protect_read_model('frequency_month_v1');
