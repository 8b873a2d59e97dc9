import { onOrganization } from '../organizations/on-organization.ts';
import { defineCommand } from '../commands/define-command.ts';
import { activateSso } from './activate-sso.rule.ts';

/** Also refuses: OrganizationNotFound. */
export const ActivateSso = defineCommand(onOrganization('ActivateSso', activateSso));
