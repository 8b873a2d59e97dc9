import { query } from './query.ts';

/** The forms that can be used to report. Shared by the events and the dashboard. */
export const formsQuery = (organizationGuid: string) =>
  query('listForms', { query: { organizationGuid } }, { staleTime: 300_000 });

/** A form with its questions. A given version of a form never changes. */
export const formQuery = (organizationGuid: string, guid: string, version?: number) =>
  query(
    'getForm',
    { params: { guid }, query: { organizationGuid, version } },
    { staleTime: version === undefined ? 300_000 : Infinity },
  );
