import { refuse } from '../../commands/decision.ts';
import { isExecuted } from '../../commands/execute.ts';
import { systemEnvelope } from '../../commands/own-envelope.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { CommandBus } from '@nestjs/cqrs';
import { wholeBilling } from './paid-invoices.ts';
import { Payments } from '../provider/payments.ts';
import { SettleRefund } from './settle-refund.ts';
import { openRefund } from './settle-refund.rule.ts';

const settledBefore = { changed: true, repeated: false, position: null, revision: 0, number: null } as const;

/** How long a repeated key is safe to send; the provider remembers keys for a day. */
const KEY_MS = 23 * 3_600_000;

/**
 * Resumes a requested refund until it is settled, even if the original request was lost. Refuses: Unavailable while it
 * is pending. @throws PaymentsAway
 */
export const ResumeRefund = defineCommand({
  name: 'CarryRefundOn',
  needs: [Payments as never as new () => Payments, CommandBus],
  handle:
    (payments, commands) =>
    async (store, { tenant, receivedAt }, refundGuid: string) => {
      const { state: whole } = await wholeBilling(tenant).load(store, tenant);
      const requested = openRefund(whole, refundGuid);
      if (!requested) return settledBefore;
      const { reference, cents } = requested;
      const isOld = receivedAt.getTime() - Date.parse(requested.requestedAt) > KEY_MS;
      const found = isOld ? await payments.findRefund({ key: refundGuid, reference }) : null;
      const outcome = found ?? (await payments.refund({ key: refundGuid, organization: tenant, reference, cents }));
      if (outcome.status === 'PENDING') return refuse('Unavailable');
      const envelope = systemEnvelope({ tenant, name: `refund ${refundGuid} settled`, at: receivedAt });
      const settled = await commands.execute(new SettleRefund(envelope, refundGuid, outcome, envelope.newGuid()));
      if (!isExecuted(settled)) throw new Error(`A refund could not be settled: ${settled.refused}`);
      return settled;
    },
});
