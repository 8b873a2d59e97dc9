import { query } from '../../../lib/api/query.ts';

/** Query for the files of an incident, optionally as of a revision. */
export const attachmentsQuery = (organizationGuid: string, eventId: string, revision?: number) =>
  query('listAttachments', { params: { eventId }, query: { organizationGuid, revision } });
