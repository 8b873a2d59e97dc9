import type { ReportingGroup as GroupAnswer } from '@plimsoll/contracts/organizations/answers';
import type { StreamKind } from '@plimsoll/contracts/kernel/stream-kinds';
import type { Revision, StreamId } from '@plimsoll/event-store/port/event-store';
import type { Reservation } from '../commands/execute.ts';
import type { Unit } from './unit.ts';
import { reportingGroupStream } from '@plimsoll/contracts/units/streams';
import { decider, type RecordedOf } from '../commands/decider.ts';

/** A reporting group that is in use. */
export interface ActiveGroup {
  readonly name: string;
  readonly description: string | null;
}
export type ReportingGroup = Unit<ActiveGroup>;

export const noGroup: ReportingGroup = { state: 'NONE' };

/** The name of a group that is in use: only one may have it, in any case. */
export const groupName = (name: string): Reservation => ({
  key: `reporting-group:${name.trim().toLowerCase()}`,
  taken: 'DuplicateReportingGroupName',
});

export function evolveGroup(group: ReportingGroup, event: RecordedOf<typeof reportingGroupStream>): ReportingGroup {
  switch (event.type) {
    case 'ReportingGroupCreated':
      return { state: 'ACTIVE', name: event.data.name, description: event.data.description };
    case 'ReportingGroupRenamed':
    case 'ReportingGroupDescriptionChanged':
      return group.state === 'ACTIVE' ? { ...group, ...event.data } : group;
    case 'ReportingGroupArchived':
      return { state: 'ARCHIVED' };
    case 'ReportingGroupRemoved':
      return { state: 'REMOVED' };
    default:
      return group;
  }
}

export const reportingGroupDecider = decider({ stream: reportingGroupStream, initial: noGroup, evolve: evolveGroup });

/** Groups by guid, as far as resolving one needs, and naming it in an event. */
export type GroupsNow = ReadonlyMap<string, Pick<GroupAnswer, 'status' | 'reassignedToGuid' | 'revision'>>;

/** The group that a guid means by now: the one that an archived group's members and events went to, else its own. */
export const meantGroup = (guid: string | null, groups: GroupsNow): string | null =>
  guid === null ? null : (groups.get(guid)?.reassignedToGuid ?? guid);

/** What an event hangs on that names a group: that it is as the read models have it. Archiving it at the same moment makes one of the two look again. */
export const groupRevisions = (
  guid: string | null | undefined,
  groups: GroupsNow,
): { readonly stream: StreamId<StreamKind>; readonly revision: Revision }[] => {
  const group = guid ? groups.get(guid) : undefined;
  return guid && group ? [{ stream: { kind: 'reporting-group', guid }, revision: group.revision }] : [];
};
