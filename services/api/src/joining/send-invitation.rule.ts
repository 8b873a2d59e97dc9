import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { invitationSent } from '@plimsoll/contracts/members/member-events';
import type { SendInvitationRequest } from '@plimsoll/contracts/members/memberships';
import type { PermissionHolder } from '@plimsoll/contracts/permissions/permissions';
import { refuse, type Decision } from '../commands/decision.ts';
import type { InvitationState } from './invitation.ts';
import { FOUND_ANOTHER } from '../organizations/newest-of.ts';
import { joiningRoles, type RoleFacts } from '../members/roles.ts';

type InvitationSent = EventOf<typeof invitationSent>;

export interface SendInvitationInput {
  readonly input: SendInvitationRequest;
  readonly actor: PermissionHolder;
  readonly facts: RoleFacts;
  /** Whether the address belongs to a member according to the log. */
  readonly isMember: boolean;
  /** Identifies the link in the mail. */
  readonly linkGuid: string;
}

/**
 * Invites an address, or sends an outstanding invitation again, which invalidates the previous link. Refuses:
 * Forbidden, UserGroupNotFound, ReportingGroupNotFound, DuplicateUserGroup, DuplicateMembership.
 */
export function sendInvitation(
  { input, actor, facts, isMember, linkGuid }: SendInvitationInput,
  invitation: InvitationState,
): Decision<InvitationSent> {
  const roles = joiningRoles(input, actor, facts);
  if ('refused' in roles) return roles;
  if (isMember) return refuse('DuplicateMembership');
  if (invitation.state !== 'NONE' && invitation.state !== 'OUTSTANDING') return refuse(FOUND_ANOTHER);
  const { recipientName, recipientEmailAddress } = input;
  return [{ type: 'InvitationSent', data: { linkGuid, recipientName, recipientEmailAddress, ...roles } }];
}
