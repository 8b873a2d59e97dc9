import { COMMAND_QUEUE } from '../commands/command-queue.ts';
import { followUp } from '../commands/follow-up-task.ts';
import { defineReactor } from '../runner/reactor.ts';

/**
 * Carries on in an organization's own log what the installation's has settled of it. Nearly always whoever asked for it has
 * done so by then, and there is nothing left to do.
 */
export const completeOrganizations = defineReactor({
  name: 'complete-organizations',
  queue: COMMAND_QUEUE,
  on: {
    OrganizationRegistered: ({ data: { organizationGuid } }) => [
      followUp('COMPLETE_ORGANIZATION', { organization: organizationGuid }),
    ],
    RegisteredNameChanged: ({ data: { organizationGuid } }) => [
      followUp('COMPLETE_ORGANIZATION', { organization: organizationGuid }),
    ],
    RegisteredIdChanged: ({ data: { organizationGuid } }) => [
      followUp('COMPLETE_ORGANIZATION', { organization: organizationGuid }),
    ],
  },
});
