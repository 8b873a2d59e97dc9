import { myReportsQuery } from '../api.ts';

/** Query for the newest reports of the user, for the dashboard. */
export const newestReportsQuery = (organizationGuid: string) =>
  myReportsQuery(organizationGuid, { limit: 3, offset: 0 });
