import { onOrganization } from './on-organization.ts';
import { defineCommand } from '../commands/define-command.ts';
import { switchModule } from './switch-module.rule.ts';

/** Refuses: OrganizationNotFound. */
export const SwitchModule = defineCommand(onOrganization('SwitchModule', switchModule));
