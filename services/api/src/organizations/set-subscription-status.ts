import { onOrganization } from './on-organization.ts';
import { defineCommand } from '../commands/define-command.ts';
import { setSubscriptionStatus } from './set-subscription-status.rule.ts';

/** Refuses: OrganizationNotFound. */
export const SetSubscriptionStatus = defineCommand(onOrganization('SetSubscriptionStatus', setSubscriptionStatus));
