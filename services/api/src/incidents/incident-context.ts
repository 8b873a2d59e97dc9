import type { Form } from '@plimsoll/contracts/forms/form';
import type { IncidentEvent } from '@plimsoll/contracts/incidents/events';
import type { Worksite } from '@plimsoll/contracts/organizations/answers';
import type { Decided } from '../commands/execute.ts';
import { groupRevisions, type GroupsNow } from '../units/reporting-group.ts';

/** What the read models say of the organization while a report is checked; at most a second old. */
export interface IncidentContext {
  readonly timeZone: string;
  readonly hasWorksites: boolean;
  readonly hasReportingGroups: boolean;
  /** By guid. */
  readonly worksites: ReadonlyMap<string, Pick<Worksite, 'timeZone' | 'status' | 'revision'>>;
  readonly reportingGroups: GroupsNow;
  /** Of those that the request names, the ones who are members. */
  readonly members: ReadonlySet<string>;
  /** The form in the version that is meant; null when there is none that may be used. */
  readonly form: Form | null;
}

/** What events that name a worksite or a group hang on: that both are as they were when they were looked up. */
export const unitRevisions = (
  events: readonly IncidentEvent[],
  { worksites, reportingGroups }: IncidentContext,
): Decided['expectedRevisions'] & {} =>
  events.flatMap((event) => {
    if (event.type !== 'IncidentReported' && event.type !== 'IncidentAmended') return [];
    const { worksiteGuid, reportingGroupGuid } = event.data;
    const worksite = worksiteGuid ? worksites.get(worksiteGuid) : undefined;
    return [
      ...groupRevisions(reportingGroupGuid, reportingGroups),
      ...(worksiteGuid && worksite
        ? [{ stream: { kind: 'worksite' as const, guid: worksiteGuid }, revision: worksite.revision }]
        : []),
    ];
  });
