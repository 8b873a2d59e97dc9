import type { IncidentFilter } from '@plimsoll/contracts/incidents/requests';
import {
  answeredWhen,
  incidentSortKeys,
  listedStates,
  riskBands,
  sortDirections,
} from '@plimsoll/contracts/incidents/vocabulary';
import {
  day,
  eventNumber,
  guid,
  guids,
  oneOf,
  oneOfOr,
  someOf,
  words,
  type AddressField,
  type AddressOf,
} from '../../../lib/url/address-fields.ts';
import type { ListSpec } from '../../../lib/url/list.ts';
import { incidentsPaths } from '../paths.ts';
import { readState } from '../../../lib/url/url-state.ts';
import type { ListQuestion } from '../api.ts';

/** Allowed page sizes; the first is the default. */
const PAGE_SIZES = [10, 25, 50] as const;

/**
 * URL fields of the list: the API's filter as flat parameters, order and page size. The page number is part of the
 * path.
 */
export const listAddress = {
  state: someOf(listedStates),
  formGuid: guids,
  categoryGuid: guids,
  reportingGroupGuid: guids,
  worksiteGuid: guids,
  regionGuid: guid,
  from: day,
  to: day,
  reporterGuid: guid,
  holderGuid: guid,
  assignedToMe: oneOf(['true']),
  riskBand: someOf(riskBands),
  answered: oneOf(answeredWhen),
  reportedFrom: day,
  reportedTo: day,
  text: words,
  searchBefore: eventNumber,
  sortBy: oneOfOr('OCCURRENCE_DATE', incidentSortKeys),
  sortDirection: oneOfOr('DESCENDING', sortDirections),
  limit: oneOfOr(PAGE_SIZES[0], PAGE_SIZES),
} satisfies { [Key in keyof Required<IncidentFilter>]: AddressField<unknown> } & Record<string, AddressField<unknown>>;
export type ListAddress = AddressOf<typeof listAddress>;

export const readAddress = (search: URLSearchParams): ListAddress => readState(listAddress, search);

/** API query for a page of the list. */
export function questionOf(
  { sortBy, sortDirection, limit, assignedToMe, searchBefore, ...rest }: ListAddress,
  page: number,
): ListQuestion {
  const set = Object.entries(rest).filter(
    ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  const filter: IncidentFilter = { ...Object.fromEntries(set), ...(assignedToMe && { assignedToMe: true }) };
  return {
    filter,
    sortBy,
    sortDirection,
    limit,
    offset: (page - 1) * limit,
    ...(filter.text !== undefined && searchBefore !== undefined && { searchBefore }),
  };
}

/** The list of incidents: its URL, and the names of its filters and orders. */
export const eventList: ListSpec<typeof listAddress> = {
  fields: listAddress,
  hrefOf: incidentsPaths.eventList,
  pageSizes: PAGE_SIZES,
  goesOnAt: 'searchBefore',
  filters: {
    state: 'state',
    riskBand: 'risk',
    formGuid: 'form',
    categoryGuid: 'category',
    worksiteGuid: 'worksite',
    regionGuid: 'region',
    reportingGroupGuid: 'reporting group',
    reporterGuid: 'reporter',
    holderGuid: 'whom they are with',
    from: 'date',
    to: 'date',
    assignedToMe: 'assigned to me',
    answered: 'answer',
    reportedFrom: 'day of the report',
    reportedTo: 'day of the report',
  },
  orders: [
    { key: 'OCCURRENCE_DATE', direction: 'DESCENDING', label: 'Newest first' },
    { key: 'OCCURRENCE_DATE', direction: 'ASCENDING', label: 'Oldest first' },
    { key: 'REPORTED_DATE', direction: 'DESCENDING', label: 'Recently reported' },
    { key: 'REPORTED_DATE', direction: 'ASCENDING', label: 'First reported' },
    { key: 'RISK', direction: 'DESCENDING', label: 'Highest risk first' },
    { key: 'RISK', direction: 'ASCENDING', label: 'Lowest risk first' },
    { key: 'STATE', direction: 'ASCENDING', label: 'State, earliest first' },
    { key: 'STATE', direction: 'DESCENDING', label: 'State, latest first' },
    { key: 'FORM_NAME', direction: 'ASCENDING', label: 'Form, A to Z' },
    { key: 'FORM_NAME', direction: 'DESCENDING', label: 'Form, Z to A' },
    { key: 'NUMBER', direction: 'DESCENDING', label: 'Number, highest first' },
    { key: 'NUMBER', direction: 'ASCENDING', label: 'Number, lowest first' },
  ],
};
