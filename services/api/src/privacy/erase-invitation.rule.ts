import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { invitationErased } from '@plimsoll/contracts/privacy/events';

/** Records, once, that the personal data of an invitation is erased. Refuses nothing. */
export const eraseInvitation = (invitationGuid: string, isRecorded: boolean): EventOf<typeof invitationErased>[] =>
  isRecorded ? [] : [{ type: 'InvitationErased', data: { invitationGuid } }];
