-- What no query asks for by its value.
alter table frequency_case_v1
  alter column revision set statistics 0,
  alter column is_leading set statistics 0,
  alter column trif_contributor set statistics 0,
  alter column ltif_contributor set statistics 0,
  alter column mvif_contributor set statistics 0,
  alter column injured_persons set statistics 0,
  alter column trif_cases set statistics 0,
  alter column ltif_cases set statistics 0,
  alter column mvif_cases set statistics 0,
  alter column leading_events set statistics 0,
  alter column lagging_events set statistics 0;
