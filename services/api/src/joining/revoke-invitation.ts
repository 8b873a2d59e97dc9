import { QueryBus } from '@nestjs/cqrs';
import { FindInvitation } from '@plimsoll/projections/joining/invitation-list/query';
import { isRefusal } from '../commands/decision.ts';
import { execute } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { ReadYourWrites } from '../platform/consistency/read-your-writes.ts';
import { invitationDecider, invitedName } from './invitation.ts';
import { revokeInvitation } from './revoke-invitation.rule.ts';

/** Without an invitation it decides on an empty stream, so that a repeated command returns its first answer. */
export const RevokeInvitation = defineCommand({
  name: 'RevokeInvitation',
  needs: [QueryBus, ReadYourWrites],
  handle: (queries, progress) => async (store, envelope, emailAddress: string) => {
    await progress.waitForHead(envelope.tenant, ['invitation-list']);
    const found = await queries.execute(new FindInvitation(envelope.tenant, emailAddress));
    return execute(store, envelope, {
      own: invitationDecider.of(found?.invitation_guid ?? envelope.newGuid()),
      decide: ({ stream, state }) => {
        const decision = revokeInvitation(state);
        return isRefusal(decision)
          ? decision
          : { records: decision.map((event) => ({ stream, event })), releases: [invitedName(emailAddress)] };
      },
    });
  },
  route: {
    operationId: 'revokeInvitation',
    args: (_, { recipientEmailAddress }) => [recipientEmailAddress],
    answer: () => undefined,
  },
});
