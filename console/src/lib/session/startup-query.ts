import { query } from '../api/query.ts';

/** The signed-in user and the organization that opens. */
export const startupQuery = (organizationGuid: string | undefined) =>
  query('getStartup', { query: { organizationGuid } }, { staleTime: 60_000 });
