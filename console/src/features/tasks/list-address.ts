import { taskStatuses } from '@plimsoll/contracts/tasks/vocabulary';
import { guid, oneOf, oneOfOr, type AddressOf } from '../../lib/url/address-fields.ts';
import type { ListSpec } from '../../lib/url/list.ts';
import { tasksPaths } from './paths.ts';
import type { TaskQuestion } from './public/tasks-queries.ts';
import { readState } from '../../lib/url/url-state.ts';

const PAGE_SIZES = [10, 25, 50] as const;

/** The list's address: the API's filters, where left out means what is to be done and ALL whatever there is. */
export const taskAddress = {
  status: oneOf([...taskStatuses, 'ALL']),
  assignee: guid,
  eventId: guid,
  limit: oneOfOr(PAGE_SIZES[0], PAGE_SIZES),
};
export type TaskAddress = AddressOf<typeof taskAddress>;

export const readTaskAddress = (search: URLSearchParams): TaskAddress => readState(taskAddress, search);

/** What is asked of the API for a page of an address. */
export const questionOf = ({ status = undefined, limit, ...rest }: TaskAddress, page: number): TaskQuestion => ({
  ...rest,
  ...(status !== 'ALL' && { status: status ?? 'TO_DO' }),
  limit,
  offset: (page - 1) * limit,
});

/** The list of corrective actions: its address, and the names of its filters. */
export const taskList: ListSpec<typeof taskAddress> = {
  fields: taskAddress,
  hrefOf: tasksPaths.tasks,
  pageSizes: PAGE_SIZES,
  filters: { status: 'status', assignee: 'person', eventId: 'event' },
};
