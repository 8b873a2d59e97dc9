import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { invitationAccepted, invitationDeclined } from '@plimsoll/contracts/members/member-events';
import { isRefusal, refuse, type Decision, type Refusal } from '../commands/decision.ts';
import { addMember } from '../members/add-member.rule.ts';
import { isExpired, type InvitationState } from './invitation.ts';
import type { Joining, MemberState } from '../members/member.ts';
import { resolveReportingGroup, type CurrentGroups } from '../units/reporting-group.ts';

/** Who answers an invitation: the person who verified its email address. */
export interface Recipient {
  readonly userGuid: string;
  readonly name: string;
  /** Their primary address. */
  readonly emailAddress: string;
}

/** Refusal if an invitation cannot be answered, else null. */
function unanswerable(invitation: InvitationState, now: Date): Refusal | null {
  if (invitation.state === 'NONE' || invitation.state === 'REVOKED') return refuse('InvitationNotFound');
  if (invitation.state !== 'OUTSTANDING') return refuse('InvitationAlreadyUsed');
  return isExpired(invitation.sentAt, now) ? refuse('InvitationNotFound') : null;
}

/** Declines an invitation. Refuses: InvitationNotFound, InvitationAlreadyUsed. */
export const declineInvitation = (
  userGuid: string,
  invitation: InvitationState,
  now: Date,
): Decision<EventOf<typeof invitationDeclined>> =>
  unanswerable(invitation, now) ?? [{ type: 'InvitationDeclined', data: { userGuid } }];

/**
 * Accepts an invitation, which makes its recipient a member. Refuses: InvitationNotFound, InvitationAlreadyUsed,
 * InvitationVoid if its owner may no longer give these roles, DuplicateMembership.
 */
export function acceptInvitation(
  recipient: Recipient,
  invitation: InvitationState,
  member: MemberState,
  { now, groups, mayInvite }: { readonly now: Date; readonly groups: CurrentGroups; readonly mayInvite: boolean },
):
  | {
      readonly accepted: EventOf<typeof invitationAccepted>;
      readonly joined: Exclude<ReturnType<typeof addMember>, Refusal>;
    }
  | Refusal {
  const error = unanswerable(invitation, now);
  if (error) return error;
  if (!mayInvite) return refuse('InvitationVoid');
  const {
    isAdmin,
    userGroups,
    reportingGroupGuid: invitedTo,
  } = (invitation as Extract<InvitationState, { state: 'OUTSTANDING' }>).sent;
  const resolved = resolveReportingGroup(invitedTo, groups);
  // A group that no longer exists does not prevent joining.
  const reportingGroupGuid = resolved !== null && groups.get(resolved)?.status === 'ACTIVE' ? resolved : null;
  const joining: Joining = {
    ...recipient,
    isAdmin,
    userGroups,
    reportingGroupGuid,
    through: 'INVITATION',
    isOnboarded: false,
  };
  const joined = addMember(joining, member);
  return isRefusal(joined)
    ? joined
    : { joined, accepted: { type: 'InvitationAccepted', data: { userGuid: recipient.userGuid } } };
}
