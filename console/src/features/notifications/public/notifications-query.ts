import { query } from '../../../lib/api/query.ts';

/** What the user has to do in an organization. Shared by the bell and the dashboard. */
export const notificationsQuery = (organizationGuid: string) =>
  query('listNotifications', { query: { organizationGuid } });
