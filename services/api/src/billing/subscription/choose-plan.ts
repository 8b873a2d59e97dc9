import { onBilling } from '../on-billing.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { choosePlan } from './choose-plan.rule.ts';

export const ChoosePlan = defineCommand(onBilling('ChoosePlan', choosePlan));
