import { query } from './query.ts';

/** A form as it is worked on. Somebody else may be at it as well. */
export const keptFormQuery = (organizationGuid: string, guid: string) => query('getKeptForm', { params: { guid }, query: { organizationGuid } }, { staleTime: 0 });
