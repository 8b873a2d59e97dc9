import { query } from '../../../lib/api/query.ts';

/** What the person has to do in an organization. The bell and the dashboard read the same answer. */
export const notificationsQuery = (organizationGuid: string) =>
  query('listNotifications', { query: { organizationGuid } });
