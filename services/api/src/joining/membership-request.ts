import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { membershipRequested } from '@plimsoll/contracts/members/member-events';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import type { Folded } from '../commands/execute.ts';

export type Requested = EventOf<typeof membershipRequested>['data'];

/** Somebody's wish to join, as its stream tells of it. */
export type RequestState =
  | { readonly state: 'NONE' | 'WITHDRAWN' | 'APPROVED' | 'DECLINED' }
  | { readonly state: 'PENDING'; readonly requested: Requested };

function evolve(request: RequestState, { type, data }: RecordedEvent): RequestState {
  switch (type) {
    case 'MembershipRequested':
      return { state: 'PENDING', requested: data as Requested };
    case 'MembershipRequestApproved':
      return { state: 'APPROVED' };
    case 'MembershipRequestDeclined':
      return { state: 'DECLINED' };
    case 'MembershipRequestWithdrawn':
      return { state: 'WITHDRAWN' };
    default:
      return request;
  }
}

/** A request, as a stream of a use case. */
export const foldedRequest = (guid: string): Folded<RequestState> => ({
  stream: { kind: 'membership-request', guid },
  initial: { state: 'NONE' },
  evolve,
});

/** Held within the organization as long as the person's request is pending. */
export const requestedName = (userGuid: string): string => `membership-request:${userGuid}`;
