import { onOrganization } from '../organizations/on-organization.ts';
import { defineCommand } from '../commands/define-command.ts';
import { setSsoProvider } from './set-sso-provider.rule.ts';

/** Refuses: OrganizationNotFound. */
export const SetSsoProvider = defineCommand(onOrganization('SetSsoProvider', setSsoProvider));
