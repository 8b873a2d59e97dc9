import { z } from 'zod';
import { incidentFilter, incidentSortKeys, type IncidentFilter } from '@plimsoll/contracts/incidents/requests';
import { readState, writeState } from '../../lib/url-state.ts';
import type { ListQuestion } from './api.ts';

export const PAGE_SIZE = 10;

/** The list's address: the API's filter as flat parameters, and the order. The page stands in the path. */
export const listAddress = z.object({
  ...incidentFilter.shape,
  assignedToMe: z.literal('true').optional(),
  sortBy: z.enum(incidentSortKeys).default('OCCURRENCE_DATE'),
  sortDirection: z.enum(['ASCENDING', 'DESCENDING']).default('DESCENDING'),
});
export type ListAddress = z.output<typeof listAddress>;
export type SortKey = ListAddress['sortBy'];

export const readAddress = (search: URLSearchParams): ListAddress => readState(listAddress, search);
export const writeAddress = (address: ListAddress, others?: URLSearchParams): URLSearchParams => writeState(listAddress, address, others);

/** The page of '/events/list/3'; whatever makes no sense is the first. */
export const readPage = (currentPage: string | undefined): number => (/^[1-9]\d{0,5}$/.test(currentPage ?? '') ? Number(currentPage) : 1);

/** What is asked of the API for a page of an address. */
export function questionOf({ sortBy, sortDirection, assignedToMe, ...rest }: ListAddress, page: number): ListQuestion {
  const set = Object.entries(rest).filter(([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0));
  const filter: IncidentFilter = { ...Object.fromEntries(set), ...(assignedToMe && { assignedToMe: true }) };
  return { filter, sortBy, sortDirection, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
}

/** How many filters are on; the words searched for are in sight anyway. From and to count as one. */
export function activeFilters({ state, riskBand, formGuid, categoryGuid, worksiteGuid, regionGuid, reportingGroupGuid, reporterGuid, from, to, assignedToMe }: ListAddress): string[] {
  const on: [string, boolean][] = [
    ['state', !!state?.length],
    ['risk', !!riskBand?.length],
    ['form', !!formGuid?.length],
    ['category', !!categoryGuid?.length],
    ['worksite', !!worksiteGuid?.length],
    ['region', !!regionGuid],
    ['reporting group', !!reportingGroupGuid?.length],
    ['reporter', !!reporterGuid],
    ['date', !!from || !!to],
    ['assigned to me', !!assignedToMe],
  ];
  return on.filter(([, active]) => active).map(([name]) => name);
}

/** The address without any filter, in the same order. */
export const cleared = ({ sortBy, sortDirection }: ListAddress): ListAddress => ({ ...readAddress(new URLSearchParams()), sortBy, sortDirection });
