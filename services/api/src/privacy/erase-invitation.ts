import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { invitationErased } from '@plimsoll/contracts/privacy/events';
import { subjectOf } from '@plimsoll/event-store/crypto/subjects';
import { singleStream } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { erasureStream } from '@plimsoll/contracts/privacy/streams';
import { existence } from '../commands/decider.ts';

/** Says that what an invitation tells of its recipient is erased; once. Refuses nothing. */
export const eraseInvitation = (invitationGuid: string, isTold: boolean): EventOf<typeof invitationErased>[] =>
  isTold ? [] : [{ type: 'InvitationErased', data: { invitationGuid } }];

export const erasureExistence = existence(erasureStream);

export const EraseInvitation = defineCommand({
  name: 'EraseInvitation',
  useCase: ({ tenant }, invitationGuid: string) =>
    singleStream({
      own: erasureExistence.of(subjectOf(tenant, { kind: 'INVITATION', guid: invitationGuid })),
      decide: (isTold) => eraseInvitation(invitationGuid, isTold),
    }),
});
