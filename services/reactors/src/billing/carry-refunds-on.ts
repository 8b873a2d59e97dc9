import { COMMAND_QUEUE } from '../commands/command-queue.ts';
import { followUp } from '../commands/follow-up-task.ts';
import { defineReactor } from '../runner/reactor.ts';

/** Has a refund asked after until it has ended. */
export const carryRefundsOn = defineReactor({
  name: 'carry-refunds-on',
  queue: COMMAND_QUEUE,
  on: {
    RefundRequested: ({ tenant, data: { refundGuid } }) => [
      followUp('CARRY_REFUND_ON', { organization: tenant, refund: refundGuid }),
    ],
  },
});
