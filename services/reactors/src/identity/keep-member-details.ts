import { COMMAND_QUEUE } from '../commands/command-queue.ts';
import { followUp } from '../commands/follow-up-task.ts';
import { defineReactor } from '../runner/reactor.ts';

/**
 * Carries what a person changes of themselves into the organizations that they belong to. Whoever joins one is looked at as
 * well: their account may have changed while they did.
 */
export const keepMemberDetails = defineReactor({
  name: 'keep-member-details',
  queue: COMMAND_QUEUE,
  on: {
    UserRenamed: ({ data: { userGuid } }) => [followUp('KEEP_MEMBER_DETAILS', { user: userGuid })],
    PrimaryEmailAddressChanged: ({ data: { userGuid } }) => [followUp('KEEP_MEMBER_DETAILS', { user: userGuid })],
    MemberJoined: ({ tenant, data: { userGuid } }) => [
      followUp('KEEP_MEMBER_DETAILS', { user: userGuid, organization: tenant }),
    ],
  },
});
