import { singleStream } from '../../commands/execute.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { wholeBilling } from './paid-invoices.ts';
import { type SettledRefund, settleRefund } from './settle-refund.rule.ts';

export const SettleRefund = defineCommand({
  name: 'SettleRefund',
  useCase: ({ tenant, receivedAt }, refundGuid: string, settled: SettledRefund, creditNoteGuid: string) =>
    singleStream({
      own: wholeBilling(tenant),
      decide: (whole) => settleRefund(whole, tenant, refundGuid, settled, creditNoteGuid, receivedAt),
    }),
});
