import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { ErasureKind, erasureRequested } from '@plimsoll/contracts/privacy/events';
import type { ErasureStatus } from '@plimsoll/contracts/privacy/privacy';
import type { Erasure } from '@plimsoll/event-store/crypto/erase-person';
import { subjectOf } from '@plimsoll/event-store/crypto/subjects';
import type { DecidedStream, LoadedState } from '../commands/decider.ts';
import { erasureRequestStream, erasureStream } from '@plimsoll/contracts/privacy/streams';
import { decider } from '../commands/decider.ts';

/** A person, or the text of an incident. */
export type ErasedSubject = Erasure['subject'];

/** An erasure according to its request stream; the erasure stream shows whether it has begun. */
export interface RequestedErasure {
  readonly request: EventOf<typeof erasureRequested>['data'];
  readonly position: number;
  readonly status: Exclude<ErasureStatus, 'ERASING'>;
}

/** All erasures requested for a subject, by guid; the last one counts. */
export type ErasureRequests = ReadonlyMap<string, RequestedErasure>;

export function subjectNamed({
  kind,
  guid,
  incidentGuid,
}: {
  readonly kind: ErasureKind;
  readonly guid: string;
  readonly incidentGuid: string | null;
}): ErasedSubject {
  if (kind === 'INVITED') return { kind: 'INVITATION', guid };
  return kind === 'INJURED' || kind === 'RELATED' ? { kind, guid, incidentGuid: incidentGuid! } : { kind, guid };
}

export const erasureRequestDecider = decider({
  stream: erasureRequestStream,
  initial: new Map() as ErasureRequests,
  evolve: (requests, event): ErasureRequests => {
    switch (event.type) {
      case 'ErasureRequested':
        return new Map([
          ...requests,
          [event.data.erasureGuid, { request: event.data, position: event.position, status: 'PENDING' as const }],
        ]);
      case 'ErasureCancelled':
      case 'ErasureCompleted': {
        const known = requests.get(event.data.erasureGuid);
        return known
          ? new Map([
              ...requests,
              [
                event.data.erasureGuid,
                { ...known, status: event.type === 'ErasureCancelled' ? ('CANCELLED' as const) : ('DONE' as const) },
              ],
            ])
          : requests;
      }
      default:
        return requests;
    }
  },
});

/** Position of the subject's last erasure; 0 for none. */
export const erasureDecider = decider({
  stream: erasureStream,
  initial: 0,
  evolve: (_, { position }): number => position,
});

export const requestsOf = (tenant: string, subject: ErasedSubject): DecidedStream<ErasureRequests> =>
  erasureRequestDecider.of(subjectOf(tenant, subject));
export const erasedOf = (tenant: string, subject: ErasedSubject): DecidedStream<number> =>
  erasureDecider.of(subjectOf(tenant, subject));

/** Status of an erasure, from both streams. */
export const statusIn = (
  { status, position }: RequestedErasure,
  { state: erasedAt }: Pick<LoadedState<number>, 'state'>,
): ErasureStatus => (status === 'PENDING' && erasedAt > position ? 'ERASING' : status);
