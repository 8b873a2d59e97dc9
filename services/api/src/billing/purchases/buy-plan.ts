import { onBilling } from '../on-billing.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { buyPlan } from './buy-plan.rule.ts';

export const BuyPlan = defineCommand(onBilling('BuyPlan', buyPlan));
