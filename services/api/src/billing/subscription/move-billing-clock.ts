import { onBilling } from '../on-billing.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { moveBillingClock } from './move-billing-clock.rule.ts';

export const MoveBillingClock = defineCommand(onBilling('MoveBillingClock', moveBillingClock));
