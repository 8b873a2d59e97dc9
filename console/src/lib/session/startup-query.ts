import { query } from '../api/query.ts';

/** Who is here, and all about the organization that opens. */
export const startupQuery = (organizationGuid: string | undefined) =>
  query('getStartup', { query: { organizationGuid } }, { staleTime: 60_000 });
