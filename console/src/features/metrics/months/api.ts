import type { YearMonth } from '@plimsoll/contracts/kernel/values/calendar';
import { command } from '../../../lib/api/command.ts';
import { query } from '../../../lib/api/query.ts';

/** Figures of a month, who entered them and when. */
export const monthQuery = (orgGuid: string, yearMonth: YearMonth) =>
  query('getMonthlyMetrics', { params: { orgGuid, yearMonth } });

/** Saves the figures of a month. */
export const recordMonth = command('recordMonthlyMetrics', {
  staleAfter: ['getDashboard', 'listNotifications'],
  answers: ({ params }) => monthQuery(params.orgGuid, params.yearMonth),
});
