import { onBilling } from '../on-billing.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { changeSubscription } from './change-subscription.rule.ts';

export const ChangeSubscription = defineCommand(onBilling('ChangeSubscription', changeSubscription));
