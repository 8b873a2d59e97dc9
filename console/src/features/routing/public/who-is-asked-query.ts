import { query } from '../../../lib/api/query.ts';

/** What of a report decides who is asked about it. */
interface RoutedReport {
  formGuid: string;
  worksiteGuid: string | undefined;
  reportingGroupGuid: string | undefined;
  onBehalfOfUserGuid: string | undefined;
}

/** Query for whom a report would go to now. */
export const whoIsAskedQuery = (orgGuid: string, report: RoutedReport) =>
  query('findWhoIsAsked', { params: { orgGuid }, query: report });
