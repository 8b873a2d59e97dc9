import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { invitationSent } from '@plimsoll/contracts/members/member-events';
import { INVITATION_DAYS } from '@plimsoll/contracts/members/memberships';
import type { StreamKind } from '@plimsoll/contracts/kernel/stream-kinds';
import type { RecordedEvent, StreamId } from '@plimsoll/event-store/port/event-store';
import type { Folded } from '../commands/execute.ts';

export type Sent = EventOf<typeof invitationSent>['data'];

/** An invitation as its stream tells of it. An outstanding one is over after some days, and can be sent once more then. */
export type InvitationState =
  | { readonly state: 'NONE' }
  | { readonly state: 'OUTSTANDING'; readonly sent: Sent; readonly sentAt: string }
  | { readonly state: 'REVOKED' | 'ACCEPTED' | 'DECLINED' };

const DAY_MS = 86_400_000;

/** The last instant at which an invitation can be accepted. */
export const expiresAt = (sentAt: string): string =>
  new Date(Date.parse(sentAt) + INVITATION_DAYS * DAY_MS).toISOString();

export const isExpired = (sentAt: string, now: Date): boolean => now.toISOString() > expiresAt(sentAt);

const invitationStream = (guid: string): StreamId<StreamKind> => ({ kind: 'invitation', guid });

function evolve(invitation: InvitationState, { type, data, metadata }: RecordedEvent): InvitationState {
  switch (type) {
    case 'InvitationSent':
      return { state: 'OUTSTANDING', sent: data as Sent, sentAt: metadata.at };
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

/** An invitation, as a stream of a use case. */
export const foldedInvitation = (guid: string): Folded<InvitationState> => ({
  stream: invitationStream(guid),
  initial: { state: 'NONE' },
  evolve,
});

/** Held within the organization as long as an invitation of the address is outstanding. */
export const invitedName = (emailAddress: string): string => `invitation:${emailAddress.toLowerCase()}`;
