import { onOrganization } from '../on-organization.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { removeLocation } from './remove-location.rule.ts';

/** Also refuses: OrganizationNotFound. */
export const RemoveLocation = defineCommand({
  ...onOrganization('RemoveLocation', removeLocation),
  route: { operationId: 'removeLocation', args: (_, { regionGuid }) => [regionGuid], answer: () => undefined },
});
