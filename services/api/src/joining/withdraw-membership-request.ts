import { QueryBus } from '@nestjs/cqrs';
import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { membershipRequestWithdrawn } from '@plimsoll/contracts/members/member-events';
import { FindMembershipRequest } from '@plimsoll/projections/joining/membership-request-list/query';
import { isRefusal, refuse, type Decision, type Refusal } from '../commands/decision.ts';
import { execute } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { Progress } from '../platform/consistency/progress.ts';
import { membershipRequestDecider, requestedName, type RequestState } from './membership-request.ts';

/** Why a request cannot be answered or withdrawn, or null. */
export function noRequest({ state }: RequestState): Refusal | null {
  if (state === 'NONE' || state === 'WITHDRAWN') return refuse('OnboardingRequestNotFound');
  return state === 'PENDING' ? null : refuse('InvitationAlreadyUsed');
}

/** Takes a request back. Refuses: OnboardingRequestNotFound, InvitationAlreadyUsed. */
export const withdrawRequest = (
  userGuid: string,
  request: RequestState,
): Decision<EventOf<typeof membershipRequestWithdrawn>> =>
  noRequest(request) ?? [{ type: 'MembershipRequestWithdrawn', data: { userGuid } }];

export const WithdrawMembershipRequest = defineCommand({
  name: 'WithdrawMembershipRequest',
  needs: [QueryBus, Progress],
  handle: (queries, progress) => async (store, envelope, userGuid: string) => {
    await progress.catchUp(envelope.tenant, ['membership-request-list']);
    const found = await queries.execute(new FindMembershipRequest(envelope.tenant, userGuid));
    return execute(store, envelope, {
      own: membershipRequestDecider.of(found?.request_guid ?? envelope.newGuid()),
      decide: ({ stream, state }) => {
        const decision = withdrawRequest(userGuid, state);
        return isRefusal(decision)
          ? decision
          : { records: decision.map((event) => ({ stream, event })), releases: [requestedName(userGuid)] };
      },
    });
  },
});
