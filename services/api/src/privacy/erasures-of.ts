import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { ErasureKind, erasureRequested, PrivacyEvent } from '@plimsoll/contracts/privacy/events';
import type { ErasureStatus } from '@plimsoll/contracts/privacy/privacy';
import type { Erasure } from '@plimsoll/event-store/crypto/erase-person';
import { subjectOf } from '@plimsoll/event-store/crypto/subjects';
import type { Folded, Known } from '../commands/execute.ts';

/** Whose data, or which incident's text. */
export type ErasedSubject = Erasure['subject'];

/** An erasure as the requests about its subject have it: whether it has begun stands in the log of erasures. */
export interface AskedErasure {
  readonly request: EventOf<typeof erasureRequested>['data'];
  readonly position: number;
  readonly status: Exclude<ErasureStatus, 'ERASING'>;
}

/** Every request about one subject, by the erasure's guid; the last one counts. */
export type AskedErasures = ReadonlyMap<string, AskedErasure>;

export function subjectNamed({
  kind,
  guid,
  incidentGuid,
}: {
  readonly kind: ErasureKind;
  readonly guid: string;
  readonly incidentGuid: string | null;
}): ErasedSubject {
  return kind === 'MEMBER' || kind === 'INCIDENT_TEXT' ? { kind, guid } : { kind, guid, incidentGuid: incidentGuid! };
}

export const foldedRequests = (subjectGuid: string): Folded<AskedErasures> => ({
  stream: { kind: 'erasure-request', guid: subjectGuid },
  initial: new Map(),
  evolve: (asked, recorded) => {
    const event = recorded as unknown as PrivacyEvent;
    switch (event.type) {
      case 'ErasureRequested':
        return new Map([
          ...asked,
          [event.data.erasureGuid, { request: event.data, position: recorded.position, status: 'PENDING' as const }],
        ]);
      case 'ErasureCancelled':
      case 'ErasureCompleted': {
        const known = asked.get(event.data.erasureGuid);
        return known
          ? new Map([
              ...asked,
              [
                event.data.erasureGuid,
                { ...known, status: event.type === 'ErasureCancelled' ? ('CANCELLED' as const) : ('DONE' as const) },
              ],
            ])
          : asked;
      }
      default:
        return asked;
    }
  },
});

/** Where it was last erased; 0 where it never was. */
export const foldedErased = (subjectGuid: string): Folded<number> => ({
  stream: { kind: 'erasure', guid: subjectGuid },
  initial: 0,
  evolve: (_, { position }) => position,
});

export const requestsOf = (tenant: string, subject: ErasedSubject): Folded<AskedErasures> =>
  foldedRequests(subjectOf(tenant, subject));
export const erasedOf = (tenant: string, subject: ErasedSubject): Folded<number> =>
  foldedErased(subjectOf(tenant, subject));

/** Where an erasure stands. */
export const statusIn = (
  { status, position }: AskedErasure,
  { state: erasedAt }: Pick<Known<number>, 'state'>,
): ErasureStatus => (status === 'PENDING' && erasedAt > position ? 'ERASING' : status);
