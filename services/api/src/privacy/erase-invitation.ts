import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { invitationErased } from '@plimsoll/contracts/privacy/events';
import { subjectOf } from '@plimsoll/event-store/crypto/subjects';
import { ofOneStream } from '../commands/execute.ts';
import { useCase } from '../commands/use-case.ts';

/** Says that what an invitation tells of its recipient is erased; once. Refuses nothing. */
export const eraseInvitation = (invitationGuid: string, isTold: boolean): EventOf<typeof invitationErased>[] =>
  isTold ? [] : [{ type: 'InvitationErased', data: { invitationGuid } }];

export const EraseInvitation = useCase('EraseInvitation', ({ tenant }, invitationGuid: string) =>
  ofOneStream({
    stream: { kind: 'erasure', guid: subjectOf(tenant, { kind: 'INVITATION', guid: invitationGuid }) },
    initial: false,
    evolve: () => true,
    decide: (isTold) => eraseInvitation(invitationGuid, isTold),
  }),
);
