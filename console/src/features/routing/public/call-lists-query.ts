import { query } from '../../../lib/api/query.ts';

/** Query for all call lists. Refetched on every page, since they depend on the rights of the people on them. */
export const callListsQuery = (orgGuid: string) => query('listCallLists', { params: { orgGuid } }, { staleTime: 0 });
