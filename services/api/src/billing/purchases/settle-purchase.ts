import { onBilling } from '../on-billing.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { settlePurchase } from './settle-purchase.rule.ts';

export const SettlePurchase = defineCommand(onBilling('SettlePurchase', settlePurchase));
