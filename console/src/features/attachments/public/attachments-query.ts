import { query } from '../../../lib/api/query.ts';

/** The files of an event, or those that it had after a revision. */
export const attachmentsQuery = (organizationGuid: string, eventId: string, revision?: number) =>
  query('listAttachments', { params: { eventId }, query: { organizationGuid, revision } });
