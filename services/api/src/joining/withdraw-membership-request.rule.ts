import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { membershipRequestWithdrawn } from '@plimsoll/contracts/members/member-events';
import { refuse, type Decision, type Refusal } from '../commands/decision.ts';
import type { RequestState } from './membership-request.ts';

/** Refusal if a request cannot be answered or withdrawn, else null. */
export function noRequest({ state }: RequestState): Refusal | null {
  if (state === 'NONE' || state === 'WITHDRAWN') return refuse('OnboardingRequestNotFound');
  return state === 'PENDING' ? null : refuse('InvitationAlreadyUsed');
}

/** Withdraws a request. Refuses: OnboardingRequestNotFound, InvitationAlreadyUsed. */
export const withdrawRequest = (
  userGuid: string,
  request: RequestState,
): Decision<EventOf<typeof membershipRequestWithdrawn>> =>
  noRequest(request) ?? [{ type: 'MembershipRequestWithdrawn', data: { userGuid } }];
