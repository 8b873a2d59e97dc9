import { onOrganization } from './on-organization.ts';
import { defineCommand } from '../commands/define-command.ts';
import { changeCustomerConfig } from './change-customer-config.rule.ts';

/** Refuses: OrganizationNotFound. */
export const ChangeCustomerConfig = defineCommand(onOrganization('ChangeCustomerConfig', changeCustomerConfig));
