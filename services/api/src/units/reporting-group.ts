import type { ReportingGroup as GroupAnswer } from '@plimsoll/contracts/organizations/answers';
import type { StreamKind } from '@plimsoll/contracts/kernel/stream-kinds';
import type { Revision, StreamId } from '@plimsoll/event-store/port/event-store';
import type { Reservation } from '../commands/execute.ts';
import type { Unit } from './unit.ts';
import { reportingGroupStream } from '@plimsoll/contracts/units/streams';
import { decider, type RecordedOf } from '../commands/decider.ts';
import { heldBy, nameKind } from '../commands/reserved-name.ts';

/** An active reporting group. */
export interface ActiveGroup {
  readonly name: string;
  readonly description: string | null;
}
export type ReportingGroup = Unit<ActiveGroup>;

export const noGroup: ReportingGroup = { state: 'NONE' };

const groupNameKind = nameKind(
  'reporting group name',
  (name: string) => `reporting-group:${name.trim().toLowerCase()}`,
);

/** Reserves the name of an active group, case-insensitively. */
export const groupName = (name: string): Reservation => ({
  key: groupNameKind.of(name),
  taken: 'DuplicateReportingGroupName',
});

function evolveGroup(group: ReportingGroup, event: RecordedOf<typeof reportingGroupStream>): ReportingGroup {
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

export const reportingGroupNames = heldBy(reportingGroupDecider, [
  groupNameKind,
  (group) => (group.state === 'ACTIVE' ? [groupNameKind.of(group.name)] : []),
]);

/** Groups by guid, with what is needed to resolve a guid and to depend on a group's revision. */
export type CurrentGroups = ReadonlyMap<string, Pick<GroupAnswer, 'status' | 'reassignedToGuid' | 'revision'>>;

/** Resolves a group's guid: for an archived group to the one that took over its members and events, else to itself. */
export const resolveReportingGroup = (guid: string | null, groups: CurrentGroups): string | null =>
  guid === null ? null : (groups.get(guid)?.reassignedToGuid ?? guid);

/**
 * Read dependency on a group that an event names: if the group changes at the same time, one of the two commands is
 * retried.
 */
export const groupRevisions = (
  guid: string | null | undefined,
  groups: CurrentGroups,
): { readonly stream: StreamId<StreamKind>; readonly revision: Revision }[] => {
  const group = guid ? groups.get(guid) : undefined;
  return guid && group ? [{ stream: { kind: 'reporting-group', guid }, revision: group.revision }] : [];
};
