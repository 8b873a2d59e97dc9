import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { legalHoldPlaced } from '@plimsoll/contracts/privacy/events';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import type { ErasedSubject } from './erasures-of.ts';
import { legalHoldStream } from '@plimsoll/contracts/privacy/streams';
import { decider } from '../commands/decider.ts';

export interface KnownHold {
  readonly placed: EventOf<typeof legalHoldPlaced>['data'];
  readonly isReleased: boolean;
}

/** All holds of an organization, by guid. */
export type LegalHolds = ReadonlyMap<string, KnownHold>;

export const legalHoldDecider = decider({
  stream: legalHoldStream,
  initial: new Map() as LegalHolds,
  evolve: (holds, event): LegalHolds => {
    if (event.type === 'LegalHoldPlaced')
      return new Map([...holds, [event.data.holdGuid, { placed: event.data, isReleased: false }]]);
    const known = event.type === 'LegalHoldReleased' ? holds.get(event.data.holdGuid) : undefined;
    return known ? new Map([...holds, [known.placed.holdGuid, { ...known, isReleased: true }]]) : holds;
  },
});

/** Holds that are not released. */
export const inForce = (holds: LegalHolds): KnownHold['placed'][] =>
  [...holds.values()].filter(({ isReleased }) => !isReleased).map(({ placed }) => placed);

/** Loads an organization's holds from the log. */
export async function holdsOf(store: Pick<EventStore, 'load'>, tenant: string): Promise<LegalHolds> {
  return (await legalHoldDecider.of(tenant).load(store, tenant)).state;
}

/** Kind and subject of a hold. */
export interface Holding {
  readonly kind: KnownHold['placed']['kind'];
  readonly guid: string | null;
}

/** Whether a hold prevents the erasure of a given subject. */
export type IsHeldBy = (hold: Holding) => boolean;

/** A file of an incident, as far as holds are concerned. */
export interface HoldableFile {
  readonly eventId: string;
  readonly personGuids: readonly string[];
}

/** Whether a hold protects a file, by its incident and the people it shows. */
export const protectsFile = ({ kind, guid }: Holding, { eventId, personGuids }: HoldableFile): boolean =>
  kind === 'ORGANIZATION' || (kind === 'INCIDENT' ? guid === eventId : personGuids.includes(guid!));

/** Whether any hold in force protects a file. */
export const holdsFile = (holds: LegalHolds, file: HoldableFile): boolean =>
  inForce(holds).some((hold) => protectsFile(hold, file));

/** Whether a hold prevents an erasure. @param takesPart whether the member takes part in an incident in any role. */
export function prevents(
  { kind, guid }: Holding,
  subject: ErasedSubject,
  takesPart: (incidentGuid: string) => boolean,
): boolean {
  switch (kind) {
    case 'ORGANIZATION':
      return true;
    case 'PERSON':
      return subject.kind !== 'INCIDENT_TEXT' && guid === subject.guid;
    case 'INCIDENT':
      return subject.kind === 'MEMBER'
        ? takesPart(guid!)
        : guid === ('incidentGuid' in subject ? subject.incidentGuid : subject.guid);
  }
}
