import { QueryBus } from '@nestjs/cqrs';
import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { membershipRequestApproved, membershipRequestDeclined } from '@plimsoll/contracts/members/member-events';
import type { AnswerMembershipRequest as Asked } from '@plimsoll/contracts/members/memberships';
import type { PermissionHolder } from '@plimsoll/contracts/permissions/permissions';
import { FindAccount } from '@plimsoll/projections/identity/account/query';
import { FindMembershipRequest } from '@plimsoll/projections/joining/membership-request-list/query';
import { isRefusal, type Decision, type Refusal } from '../commands/decision.ts';
import { execute } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { Progress } from '../platform/consistency/progress.ts';
import { addMember } from '../members/add-member.ts';
import { memberDecider, type MemberState } from '../members/member.ts';
import { membershipRequestDecider, requestedName, type Requested, type RequestState } from './membership-request.ts';
import { groupRevisions } from '../units/reporting-group.ts';
import { RoleFactsNow } from '../members/role-facts.ts';
import { joiningRoles, type RoleFacts } from '../members/roles.ts';
import { noRequest } from './withdraw-membership-request.ts';

export interface Approval {
  readonly asked: Asked;
  readonly actor: PermissionHolder;
  readonly facts: RoleFacts;
  /** How the person is called by now; null where their account does not say. */
  readonly account: Pick<Requested, 'name' | 'emailAddress'> | null;
}

/** Declines a request. Refuses: OnboardingRequestNotFound, InvitationAlreadyUsed. */
export const declineRequest = (
  userGuid: string,
  request: RequestState,
): Decision<EventOf<typeof membershipRequestDeclined>> =>
  noRequest(request) ?? [{ type: 'MembershipRequestDeclined', data: { userGuid } }];

/** Lets somebody join who asked for it. Refuses: Forbidden, OnboardingRequestNotFound, UserGroupNotFound, ReportingGroupNotFound, DuplicateUserGroup, InvitationAlreadyUsed, DuplicateMembership. */
export function approveRequest(
  { asked, actor, facts, account }: Approval,
  request: RequestState,
  member: MemberState,
):
  | {
      readonly approved: EventOf<typeof membershipRequestApproved>;
      readonly joined: Exclude<ReturnType<typeof addMember>, Refusal>;
    }
  | Refusal {
  const roles = joiningRoles(asked, actor, facts);
  if ('refused' in roles && roles.refused === 'Forbidden') return roles;
  if (request.state !== 'PENDING') return noRequest(request)!;
  if ('refused' in roles) return roles;
  const { userGuid, name, emailAddress } = request.requested;
  const joined = addMember(
    { userGuid, ...(account ?? { name, emailAddress }), ...roles, through: 'REQUEST', isOnboarded: false },
    member,
  );
  return isRefusal(joined)
    ? joined
    : { joined, approved: { type: 'MembershipRequestApproved', data: { userGuid, ...roles } } };
}

/** What approves and what joins is one append. */
export const AnswerMembershipRequest = defineCommand({
  name: 'AnswerMembershipRequest',
  needs: [QueryBus, Progress, RoleFactsNow],
  handle: (queries, progress, factsNow) => async (store, envelope, userGuid: string, asked: Asked) => {
    const { tenant, actor } = envelope;
    await progress.catchUp(tenant, ['membership-request-list']);
    const [found, person, first] = await Promise.all([
      queries.execute(new FindMembershipRequest(tenant, userGuid)),
      queries.execute(new FindAccount(userGuid)),
      factsNow.of(tenant),
    ]);
    let facts = first;
    const account = person && { name: person.name, emailAddress: person.emailAddress };
    return execute(store, envelope, {
      prepare: async ({ retry: again }) => void (again && (facts = await factsNow.of(tenant, again))),
      own: membershipRequestDecider.of(found?.request_guid ?? envelope.newGuid()),
      others: [memberDecider.of(tenant, userGuid)],
      decide: (request, member) => {
        const releases = [requestedName(userGuid)];
        if (asked.status === 'DECLINED') {
          const declined = declineRequest(userGuid, request.state);
          return isRefusal(declined)
            ? declined
            : { records: declined.map((event) => ({ stream: request.stream, event })), releases };
        }
        const decision = approveRequest({ asked, actor, facts, account }, request.state, member.state);
        if ('refused' in decision) return decision;
        return {
          records: [
            ...decision.joined.map((event) => ({ stream: member.stream, event })),
            { stream: request.stream, event: decision.approved },
          ],
          releases,
          expectedRevisions: groupRevisions(decision.joined[0]?.data.reportingGroupGuid, facts.groupsNow),
        };
      },
    });
  },
});
