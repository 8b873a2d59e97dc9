import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import { reportTexts } from '@plimsoll/contracts/incidents/report-texts';
import type { reportingGroupArchived } from '@plimsoll/contracts/units/unit-events';
import { refuse, type Decision } from '../commands/decision.ts';
import { fieldError } from '../commands/field-error.ts';
import type { ReportingGroup } from './reporting-group.ts';
import type { GroupUsage } from './unit-usage.ts';

export interface ArchivingOfGroup {
  /** Group that takes over members and events; null for none. */
  readonly reassignToGuid: string | null;
  readonly usage: GroupUsage;
  /** Current state of the target; NONE if none is named, or if it is the group itself. */
  readonly target: ReportingGroup;
}

/**
 * Archives an active group: from then on its guid resolves to the target wherever it is stored or sent, and no further
 * event is written for each member or incident. Refuses: MissingRelatedEntity if it has members or events but no
 * target, ReportingGroupNotFound for the target.
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
