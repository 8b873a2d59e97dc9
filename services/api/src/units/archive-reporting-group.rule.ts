import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import { reportTexts } from '@plimsoll/contracts/incidents/report-texts';
import type { reportingGroupArchived } from '@plimsoll/contracts/units/unit-events';
import { refuse, type Decision } from '../commands/decision.ts';
import { fieldError } from '../commands/field-error.ts';
import type { ReportingGroup } from './reporting-group.ts';
import type { GroupUsage } from './unit-usage.ts';

export interface ArchivingOfGroup {
  /** Whose its members and events are to be; null for nobody's. */
  readonly reassignToGuid: string | null;
  readonly usage: GroupUsage;
  /** What the target is by now; no group where none is named, and where it would be the group itself. */
  readonly target: ReportingGroup;
}

/**
 * Archives a group that is in use: from then on its guid means the target, wherever it stands or is sent, and no other event
 * follows. Refuses: MissingRelatedEntity, where it has members or events and no target; ReportingGroupNotFound, for the target.
 */
export function archiveReportingGroup({
  reassignToGuid,
  usage: { memberCount, eventCount },
  target,
}: ArchivingOfGroup): Decision<EventOf<typeof reportingGroupArchived>> {
  if (reassignToGuid === null && memberCount + eventCount > 0) {
    return refuse('MissingRelatedEntity', {
      fieldErrors: [fieldError('reassignToGuid', 'MissingRelatedEntity', reportTexts.reportingGroupMissing)],
    });
  }
  if (reassignToGuid !== null && target.state !== 'ACTIVE')
    return refuse('ReportingGroupNotFound', { fieldErrors: [fieldError('reassignToGuid', 'ReportingGroupNotFound')] });
  return [{ type: 'ReportingGroupArchived', data: { reassignedToGuid: reassignToGuid, memberCount, eventCount } }];
}
