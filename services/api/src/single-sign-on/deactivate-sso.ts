import { onOrganization } from '../organizations/on-organization.ts';
import { defineCommand } from '../commands/define-command.ts';
import { deactivateSso } from './deactivate-sso.rule.ts';

/** Refuses: OrganizationNotFound. */
export const DeactivateSso = defineCommand(onOrganization('DeactivateSso', deactivateSso));
