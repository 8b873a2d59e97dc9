import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { membershipRequestApproved, membershipRequestDeclined } from '@plimsoll/contracts/members/member-events';
import type { AnswerMembershipRequest as Asked } from '@plimsoll/contracts/members/memberships';
import type { PermissionHolder } from '@plimsoll/contracts/permissions/permissions';
import { isRefusal, type Decision, type Refusal } from '../commands/decision.ts';
import { addMember } from '../members/add-member.rule.ts';
import type { MemberState } from '../members/member.ts';
import type { Requested, RequestState } from './membership-request.ts';
import { joiningRoles, type RoleFacts } from '../members/roles.ts';
import { noRequest } from './withdraw-membership-request.rule.ts';

export interface Approval {
  readonly input: Asked;
  readonly actor: PermissionHolder;
  readonly facts: RoleFacts;
  /** The person's current name and address; null if their account is unknown. */
  readonly account: Pick<Requested, 'name' | 'emailAddress'> | null;
}

/** Declines a request. Refuses: OnboardingRequestNotFound, InvitationAlreadyUsed. */
export const declineRequest = (
  userGuid: string,
  request: RequestState,
): Decision<EventOf<typeof membershipRequestDeclined>> =>
  noRequest(request) ?? [{ type: 'MembershipRequestDeclined', data: { userGuid } }];

/**
 * Approves a request, which makes the person a member. Refuses: Forbidden, OnboardingRequestNotFound,
 * UserGroupNotFound, ReportingGroupNotFound, DuplicateUserGroup, InvitationAlreadyUsed, DuplicateMembership.
 */
export function approveRequest(
  { input, actor, facts, account }: Approval,
  request: RequestState,
  member: MemberState,
):
  | {
      readonly approved: EventOf<typeof membershipRequestApproved>;
      readonly joined: Exclude<ReturnType<typeof addMember>, Refusal>;
    }
  | Refusal {
  const roles = joiningRoles(input, actor, facts);
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
