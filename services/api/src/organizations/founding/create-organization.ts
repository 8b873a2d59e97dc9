import { singleStream } from '../../commands/execute.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { organizationStream } from '@plimsoll/contracts/organizations/streams';
import { existence } from '../../commands/decider.ts';
import { type NewOrganization, createOrganization } from './create-organization.rule.ts';

export const organizationExistence = existence(organizationStream);

export const CreateOrganization = defineCommand({
  name: 'CreateOrganization',
  useCase: ({ tenant }, organization: NewOrganization) =>
    singleStream({
      own: organizationExistence.of(tenant),
      decide: (isThere) => createOrganization(tenant, organization, isThere),
    }),
});
