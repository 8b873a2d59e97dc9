import { query } from './query.ts';

/** What raises an alarm. Shared by its settings, the report form and the start without a network. */
export const alarmSettingsQuery = (orgGuid: string) =>
  query('getAlarmSettings', { params: { orgGuid } }, { staleTime: 60_000 });
