import type { EventMetadata, EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { invitationSent } from '@plimsoll/contracts/members/member-events';
import { INVITATION_DAYS } from '@plimsoll/contracts/members/memberships';
import { invitationStream } from '@plimsoll/contracts/members/streams';
import { decider, type RecordedOf } from '../commands/decider.ts';
import { heldBy, nameKind, unlessErased, type ReservedName } from '../commands/reserved-name.ts';

export type Sent = EventOf<typeof invitationSent>['data'];

/** Who answers for an invitation: who sent it last, or took it over since. */
export type InvitationOwner = EventMetadata['actor'];

/** State of an invitation. An outstanding one expires after some days, and can then be sent again. */
export type InvitationState =
  | { readonly state: 'NONE' }
  | { readonly state: 'OUTSTANDING'; readonly sent: Sent; readonly sentAt: string; readonly owner: InvitationOwner }
  | { readonly state: 'REVOKED' | 'ACCEPTED' | 'DECLINED' };

const DAY_MS = 86_400_000;

/** The last moment at which an invitation can be accepted. */
export const expiresAt = (sentAt: string): string =>
  new Date(Date.parse(sentAt) + INVITATION_DAYS * DAY_MS).toISOString();

export const isExpired = (sentAt: string, now: Date): boolean => now.toISOString() > expiresAt(sentAt);

function evolveInvitation(invitation: InvitationState, event: RecordedOf<typeof invitationStream>): InvitationState {
  switch (event.type) {
    case 'InvitationSent':
      return { state: 'OUTSTANDING', sent: event.data, sentAt: event.metadata.at, owner: event.metadata.actor };
    case 'InvitationOwnerChanged':
      return invitation.state === 'OUTSTANDING'
        ? { ...invitation, owner: { userGuid: event.data.ownerGuid, kind: 'USER' } }
        : invitation;
    case 'InvitationRevoked':
      return { state: 'REVOKED' };
    case 'InvitationAccepted':
      return { state: 'ACCEPTED' };
    case 'InvitationDeclined':
      return { state: 'DECLINED' };
    default:
      return invitation;
  }
}

export const invitationDecider = decider({
  stream: invitationStream,
  initial: { state: 'NONE' } as InvitationState,
  evolve: evolveInvitation,
});

const invitedKind = nameKind('invited address', (emailAddress: string) => `invitation:${emailAddress.toLowerCase()}`);

/** Name reserved in the organization while an invitation to the address is outstanding. */
export const invitedName = (emailAddress: string): ReservedName => invitedKind.of(emailAddress);

export const invitedNames = heldBy(invitationDecider, [
  invitedKind,
  (invitation) =>
    invitation.state === 'OUTSTANDING' ? [unlessErased(invitedKind, invitation.sent.recipientEmailAddress)] : [],
]);
