-- It is read by its key alone.
alter table incident_history_v1
  alter column position set statistics 0,
  alter column type set statistics 0,
  alter column at set statistics 0,
  alter column recorded_at set statistics 0,
  alter column actor_guid set statistics 0,
  alter column actor_kind set statistics 0,
  alter column on_behalf_of_guid set statistics 0,
  alter column product set statistics 0,
  alter column device set statistics 0,
  alter column seal set statistics 0,
  alter column data set statistics 0;
