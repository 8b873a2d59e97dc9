import { onBilling } from '../on-billing.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { cancelSubscription } from './cancel-subscription.rule.ts';

export const CancelSubscription = defineCommand(onBilling('CancelSubscription', cancelSubscription));
