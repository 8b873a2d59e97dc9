-- What no query asks for by its value.
alter table notification_v1
  alter column revision set statistics 0,
  alter column number set statistics 0,
  alter column form_name set statistics 0,
  alter column occurrence_date set statistics 0,
  alter column region_guid set statistics 0,
  alter column worksite_guid set statistics 0,
  alter column reviewer_guid set statistics 0,
  alter column approver_guid set statistics 0,
  alter column state set statistics 0;
