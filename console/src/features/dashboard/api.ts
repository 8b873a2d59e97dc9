import { keepPreviousData } from '@tanstack/react-query';
import { command } from '../../lib/command.ts';
import { query } from '../../lib/query.ts';
import type { Range } from './calculation/range.ts';

/** The figures of some months; those before stay in sight while the next ones load. */
export const dashboardQuery = (organizationGuid: string, { from, to }: Range) => query('getDashboard', { query: { organizationGuid, from, to } }, { placeholderData: keepPreviousData });

/** The limits of a calendar year, and who set them; for those who may set them. */
export const loadLinesQuery = (orgGuid: string, year: string) => query('getLoadLines', { params: { orgGuid, year } }, { staleTime: 0 });

/** Sets the limits of a year. */
export const setLoadLines = command('setLoadLines', { staleAfter: ['getDashboard'], answers: ({ params }) => loadLinesQuery(params.orgGuid, params.year) });
