import { onBilling } from '../on-billing.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { extendTrial } from './extend-trial.rule.ts';

export const ExtendTrial = defineCommand(onBilling('ExtendTrial', extendTrial));
