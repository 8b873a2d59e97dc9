import { onBilling } from '../on-billing.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { grantPlan } from './grant-plan.rule.ts';

export const GrantPlan = defineCommand(onBilling('GrantPlan', grantPlan));
