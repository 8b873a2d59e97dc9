import { onBilling } from '../on-billing.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { takeBillingStep } from './take-billing-step.rule.ts';

export const TakeBillingStep = defineCommand(onBilling('TakeBillingStep', takeBillingStep));
