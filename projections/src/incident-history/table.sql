create table incident_history_v1 (
  tenant uuid not null,
  event_id uuid not null,
  revision integer not null,
  position bigint not null,
  type text not null,
  at timestamptz not null,
  recorded_at timestamptz not null,
  actor_guid uuid not null,
  actor_kind text not null,
  on_behalf_of_guid uuid,
  product text not null,
  device text not null,
  seal text not null,
  data text not null,
  primary key (tenant, event_id, revision)
);

comment on column incident_history_v1.data is 'the event''s data as JSON; it is folded when the history is read';

select protect_read_model('incident_history_v1');
