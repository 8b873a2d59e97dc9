import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { invitationRevoked } from '@plimsoll/contracts/members/member-events';
import { refuse, type Decision } from '../commands/decision.ts';
import type { InvitationState } from './invitation.ts';

/** Revokes an invitation, also an expired one. Refuses: InvitationNotFound, InvitationAlreadyUsed. */
export function revokeInvitation(invitation: InvitationState): Decision<EventOf<typeof invitationRevoked>> {
  if (invitation.state === 'NONE' || invitation.state === 'REVOKED') return refuse('InvitationNotFound');
  return invitation.state === 'OUTSTANDING'
    ? [{ type: 'InvitationRevoked', data: {} }]
    : refuse('InvitationAlreadyUsed');
}
