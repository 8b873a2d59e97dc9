import { singleStream } from '../../commands/execute.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { wholeBilling } from './paid-invoices.ts';
import { type WantedRefund, refundInvoice } from './refund-invoice.rule.ts';

export const RefundInvoice = defineCommand({
  name: 'RefundInvoice',
  useCase: ({ tenant, receivedAt }, wanted: WantedRefund) =>
    singleStream({ own: wholeBilling(tenant), decide: (whole) => refundInvoice(whole, wanted, receivedAt) }),
});
