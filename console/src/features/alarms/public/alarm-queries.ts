import { query } from '../../../lib/api/query.ts';

/** Query for an alarm with who was alerted and what is next. */
export const alarmQuery = (orgGuid: string, alarmGuid: string) => query('getAlarm', { params: { orgGuid, alarmGuid } });
