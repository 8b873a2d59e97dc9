import { keepPreviousData } from '@tanstack/react-query';
import { monthOf } from '@plimsoll/contracts/kernel/values/calendar';
import type { CountedMetric } from '@plimsoll/contracts/metrics/http';
import { command } from '../../../lib/api/command.ts';
import { query } from '../../../lib/api/query.ts';
import type { Started } from '../../../lib/session/startup.ts';
import { todayIn } from '../../../lib/format/time.ts';
import { addressOf, type Range } from './calculation/range.ts';

/**
 * Dashboard of some months, requested with the shortest query, like the preloaded request. The previous result stays
 * visible while the next one loads.
 */
export const dashboardQuery = ({ guid, timeZone }: Started['organization'], range: Range) =>
  query(
    'getDashboard',
    { query: { organizationGuid: guid, ...addressOf(range, monthOf(todayIn(timeZone))) } },
    { placeholderData: keepPreviousData },
  );

/** How many reports of the last months were answered within a week. */
export const answersShareQuery = (organizationGuid: string) =>
  query('getAnswersShare', { query: { organizationGuid } });

export const CASES_PAGE_SIZE = 50;

/** One page of the cases that a figure counts in some months. */
export const casesQuery = (organizationGuid: string, metric: CountedMetric, { from, to }: Range, page: number) =>
  query(
    'listDashboardCases',
    { query: { organizationGuid, metric, from, to, limit: CASES_PAGE_SIZE, offset: (page - 1) * CASES_PAGE_SIZE } },
    { placeholderData: keepPreviousData },
  );

/** Limits of a calendar year and who set them; for users who may set them. */
export const loadLinesQuery = (orgGuid: string, year: string) =>
  query('getLoadLines', { params: { orgGuid, year } }, { staleTime: 0 });

/** Sets the limits of a year. */
export const setLoadLines = command('setLoadLines', {
  staleAfter: ['getDashboard'],
  answers: ({ params }) => loadLinesQuery(params.orgGuid, params.year),
});

/** Dismisses the notification of a crossed limit. */
export const dismissNotification = command('dismissNotification', { staleAfter: ['listNotifications'] });
