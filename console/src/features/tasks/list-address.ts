import { taskStatuses } from '@plimsoll/contracts/tasks/vocabulary';
import { guid, oneOf, oneOfOr, type AddressOf } from '../../lib/url/address-fields.ts';
import type { ListSpec } from '../../lib/url/list.ts';
import { tasksPaths } from './paths.ts';
import type { TaskListParameters } from './public/tasks-queries.ts';
import { readState } from '../../lib/url/url-state.ts';

const PAGE_SIZES = [10, 25, 50] as const;

/** URL state of the list: the API's filters. Without a status, open actions are listed; ALL lists every status. */
export const taskAddress = {
  status: oneOf([...taskStatuses, 'ALL']),
  assignee: guid,
  eventId: guid,
  limit: oneOfOr(PAGE_SIZES[0], PAGE_SIZES),
};
export type TaskAddress = AddressOf<typeof taskAddress>;

export const readTaskAddress = (search: URLSearchParams): TaskAddress => readState(taskAddress, search);

/** Query parameters for one page of the list. */
export const listParameters = (
  { status = undefined, limit, ...rest }: TaskAddress,
  page: number,
): TaskListParameters => ({
  ...rest,
  ...(status !== 'ALL' && { status: status ?? 'TO_DO' }),
  limit,
  offset: (page - 1) * limit,
});

/** List of corrective actions: its URL state and the names of its filters. */
export const taskList: ListSpec<typeof taskAddress> = {
  fields: taskAddress,
  hrefOf: tasksPaths.tasks,
  pageSizes: PAGE_SIZES,
  filters: { status: 'status', assignee: 'person', eventId: 'event' },
};
