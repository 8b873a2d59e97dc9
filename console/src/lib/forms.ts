import { query } from './query.ts';

/** The forms that may be used to report. The events and the dashboard read the same answer. */
export const formsQuery = (organizationGuid: string) => query('listForms', { query: { organizationGuid } }, { staleTime: 300_000 });
