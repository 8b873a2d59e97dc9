import { onOrganization } from '../on-organization.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { changeLocation } from './change-location.rule.ts';

/** Also refuses: OrganizationNotFound. */
export const ChangeLocation = defineCommand(onOrganization('ChangeLocation', changeLocation));
