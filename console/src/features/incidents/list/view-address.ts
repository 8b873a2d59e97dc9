import type { SavedView } from '@plimsoll/contracts/incidents/view-answers';
import { incidentsPaths } from '../paths.ts';
import { readState, writeState } from '../../../lib/url/url-state.ts';
import { listAddress, questionOf, type ListAddress } from './list-address.ts';

type ViewSettings = Pick<SavedView, 'filter' | 'sortBy' | 'sortDirection'>;

const usual = readState(listAddress, new URLSearchParams());

const addressOf = ({ filter: { assignedToMe, ...filter }, sortBy, sortDirection }: ViewSettings): ListAddress => ({
  ...usual,
  ...filter,
  ...(assignedToMe && { assignedToMe: 'true' }),
  sortBy,
  sortDirection,
});

const wordsOf = (address: ListAddress): string =>
  writeState(listAddress, { ...address, searchBefore: undefined, limit: usual.limit }).toString();

/** Whether the list shows the filters and order of a view, regardless of the page size. */
export const isShowing = (address: ListAddress, view: ViewSettings): boolean =>
  wordsOf(address) === wordsOf(addressOf(view));

/** URL of a view; the page size is preserved. */
export const viewHref = (view: ViewSettings, { limit }: ListAddress, search: URLSearchParams): string =>
  incidentsPaths.eventList(1, writeState(listAddress, { ...addressOf(view), limit }, search));

/** The list's filters and order, to be saved as a view. */
export function viewSettingsOf(address: ListAddress): ViewSettings {
  const { filter, sortBy, sortDirection } = questionOf(address, 1);
  return { filter, sortBy, sortDirection };
}
