import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { invitationErased } from '@plimsoll/contracts/privacy/events';

/** Says that what an invitation tells of its recipient is erased; once. Refuses nothing. */
export const eraseInvitation = (invitationGuid: string, isTold: boolean): EventOf<typeof invitationErased>[] =>
  isTold ? [] : [{ type: 'InvitationErased', data: { invitationGuid } }];
