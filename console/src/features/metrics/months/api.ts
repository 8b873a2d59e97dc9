import type { YearMonth } from '@plimsoll/contracts/kernel/values/calendar';
import { command } from '../../../lib/api/command.ts';
import { query } from '../../../lib/api/query.ts';

/** The figures of a month, who entered them and when. */
export const monthQuery = (orgGuid: string, yearMonth: YearMonth) =>
  query('getMonthlyMetrics', { params: { orgGuid, yearMonth } });

/** Enters a month's figures. */
export const recordMonth = command('recordMonthlyMetrics', {
  staleAfter: ['getDashboard', 'listNotifications'],
  answers: ({ params }) => monthQuery(params.orgGuid, params.yearMonth),
});
