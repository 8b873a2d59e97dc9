import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { membershipRequested } from '@plimsoll/contracts/members/member-events';
import { membershipRequestStream } from '@plimsoll/contracts/members/streams';
import { decider, type RecordedOf } from '../commands/decider.ts';
import { heldBy, nameKind, type ReservedName } from '../commands/reserved-name.ts';

export type Requested = EventOf<typeof membershipRequested>['data'];

/** State of a person's request to join. */
export type RequestState =
  | { readonly state: 'NONE' | 'WITHDRAWN' | 'APPROVED' | 'DECLINED' }
  | { readonly state: 'PENDING'; readonly requested: Requested };

function evolveRequest(request: RequestState, event: RecordedOf<typeof membershipRequestStream>): RequestState {
  switch (event.type) {
    case 'MembershipRequested':
      return { state: 'PENDING', requested: event.data };
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

export const membershipRequestDecider = decider({
  stream: membershipRequestStream,
  initial: { state: 'NONE' } as RequestState,
  evolve: evolveRequest,
});

const requestedKind = nameKind('request to join', (userGuid: string) => `membership-request:${userGuid}`);

/** Name reserved in the organization while the person's request is pending. */
export const requestedName = (userGuid: string): ReservedName => requestedKind.of(userGuid);

export const requestedNames = heldBy(membershipRequestDecider, [
  requestedKind,
  (request) => (request.state === 'PENDING' ? [requestedKind.of(request.requested.userGuid)] : []),
]);
