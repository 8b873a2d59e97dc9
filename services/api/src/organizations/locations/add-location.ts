import { onOrganization } from '../on-organization.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { addLocation } from './add-location.rule.ts';

/** Also refuses: OrganizationNotFound. */
export const AddLocation = defineCommand(onOrganization('AddLocation', addLocation));
