import { subjectOf } from '@plimsoll/event-store/crypto/subjects';
import { singleStream } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { erasureStream } from '@plimsoll/contracts/privacy/streams';
import { existence } from '../commands/decider.ts';
import { eraseInvitation } from './erase-invitation.rule.ts';

export const erasureExistence = existence(erasureStream);

export const EraseInvitation = defineCommand({
  name: 'EraseInvitation',
  useCase: ({ tenant }, invitationGuid: string) =>
    singleStream({
      own: erasureExistence.of(subjectOf(tenant, { kind: 'INVITATION', guid: invitationGuid })),
      decide: (isRecorded) => eraseInvitation(invitationGuid, isRecorded),
    }),
});
