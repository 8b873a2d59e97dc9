import type { Form } from '@plimsoll/contracts/forms/form';
import type { GroupsNow } from '../organizations/reporting-group.ts';

/** What the read models say of the organization while a report is checked; at most a second old. */
export interface IncidentContext {
  readonly timeZone: string;
  readonly hasWorksites: boolean;
  readonly hasReportingGroups: boolean;
  /** By guid. */
  readonly worksites: ReadonlyMap<string, { readonly timeZone: string | null; readonly status: 'ACTIVE' | 'ARCHIVED' }>;
  readonly reportingGroups: GroupsNow;
  /** Of those that the request names, the ones who are members. */
  readonly members: ReadonlySet<string>;
  /** The form in the version that is meant; null when there is none that may be used. */
  readonly form: Form | null;
}
