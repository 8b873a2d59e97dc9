import { commandJob } from '../jobs/command-job.ts';
import type { JobRequest } from '../jobs/jobs.ts';
import { COMMAND_QUEUE } from '../jobs/queues.ts';
import { defineReactor, type Reactor } from '../runner/reactor.ts';

const complete = ({ data }: { readonly data: { readonly organizationGuid: string } }): readonly JobRequest[] => [
  commandJob('COMPLETE_ORGANIZATION', { organization: data.organizationGuid }),
];

/**
 * Copies what the installation's log decided about an organization to the organization's own log. Usually the request
 * has done so already and the job changes nothing; it matters after a crash.
 */
export const completeOrganizations = defineReactor({
  name: 'complete-organizations',
  queue: COMMAND_QUEUE,
  on: { OrganizationRegistered: complete, RegisteredNameChanged: complete, RegisteredIdChanged: complete },
});

export const organizationReactors: readonly Reactor[] = [completeOrganizations];
