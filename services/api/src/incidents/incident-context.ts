import type { Form } from '@plimsoll/contracts/forms/form';
import type { IncidentEvent } from '@plimsoll/contracts/incidents/events';
import type { Worksite } from '@plimsoll/contracts/organizations/answers';
import type { Decided } from '../commands/execute.ts';
import { groupRevisions, type CurrentGroups } from '../units/reporting-group.ts';

/** Read-model data of the organization for validating a report; at most a second old. */
export interface IncidentContext {
  readonly timeZone: string;
  readonly hasWorksites: boolean;
  readonly hasReportingGroups: boolean;
  /** By guid. */
  readonly worksites: ReadonlyMap<string, Pick<Worksite, 'timeZone' | 'status' | 'revision'>>;
  readonly reportingGroups: CurrentGroups;
  /** Names of those people in the request who are members, by guid. */
  readonly members: ReadonlyMap<string, string>;
  /** The form in the requested version; null when it does not exist. */
  readonly form: Form | null;
}

/**
 * Revisions of the worksites and reporting groups that these events name, so that the append fails if one has changed.
 */
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
