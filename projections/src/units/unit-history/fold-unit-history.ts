import type { DomainEvent } from '@plimsoll/contracts/kernel/event-contracts';
import type { UnitHistory } from '@plimsoll/contracts/units/units';
import { regionOf } from '@plimsoll/contracts/organizations/regions';
import { personOf } from '../../platform/person-names.ts';
import type { UnitHistoryRow } from './project.ts';

/** An event with the names of its actor and of the groups it concerns. */
export type UnitHistoryEntry = UnitHistoryRow & {
  readonly actor_name: string | null;
  readonly unit_name: string | null;
  readonly reassigned_to_name: string | null;
};

type Item = UnitHistory[number];

/** The fields that people change, formatted. */
type Words = Readonly<Record<string, string | null>>;

const fields = ['name', 'description', 'region', 'address', 'timeZone', 'emergencyPhone'] as const;

/** Formats the fields of a unit that an event sets; others are missing. */
function wordsOf(data: object): Words {
  const { regionGuid, ...said } = data as { readonly regionGuid?: string | null } & Words;
  return {
    ...said,
    ...(regionGuid !== undefined && { region: regionGuid && (regionOf(regionGuid)?.name ?? regionGuid) }),
  };
}

/**
 * Builds a unit's history for people from its rows and those of groups archived in its favour, in the order of the log.
 */
export function foldUnitHistory(unitGuid: string, rows: readonly UnitHistoryEntry[]): Item[] {
  let before: Words = {};
  return rows.map((row): Item => {
    const event = { type: row.type, data: JSON.parse(row.data) as object } as DomainEvent;
    const after = row.unit_guid === unitGuid ? { ...before, ...wordsOf(event.data) } : before;
    const changes = fields.flatMap((field) =>
      (before[field] ?? null) === (after[field] ?? null)
        ? []
        : [{ field, from: before[field] ?? null, to: after[field] ?? null }],
    );
    before = after;
    return {
      position: row.position,
      revision: row.revision,
      type: row.type,
      at: row.at,
      recordedAt: row.recorded_at as string,
      actor: { ...personOf(row.actor_guid, row.actor_name), kind: row.actor_kind as Item['actor']['kind'] },
      changes,
      archiving: archivingOf(event, row),
      seal: row.seal,
    };
  });
}

function archivingOf(
  event: DomainEvent,
  { unit_guid, unit_name, reassigned_to_guid, reassigned_to_name }: UnitHistoryEntry,
): Item['archiving'] {
  if (event.type !== 'ReportingGroupArchived') return null;
  const named = (guid: string, name: string | null) => ({ guid, name: name ?? '' });
  const { memberCount, eventCount } = event.data;
  return {
    group: named(unit_guid, unit_name),
    reassignedTo: reassigned_to_guid === null ? null : named(reassigned_to_guid, reassigned_to_name),
    memberCount,
    eventCount,
  };
}
