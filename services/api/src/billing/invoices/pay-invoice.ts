import { onBilling } from '../on-billing.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { payInvoice } from './pay-invoice.rule.ts';

export const PayInvoice = defineCommand(onBilling('PayInvoice', payInvoice));
