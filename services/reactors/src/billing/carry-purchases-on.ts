import { COMMAND_QUEUE } from '../commands/command-queue.ts';
import { followUp } from '../commands/follow-up-task.ts';
import { defineReactor } from '../runner/reactor.ts';

/** Has a purchase asked after until it has ended. Nearly always whoever began it has done so by then. */
export const carryPurchasesOn = defineReactor({
  name: 'carry-purchases-on',
  queue: COMMAND_QUEUE,
  on: {
    PurchaseBegun: ({ tenant, data: { purchaseGuid } }) => [
      followUp('CARRY_PURCHASE_ON', { organization: tenant, purchase: purchaseGuid }),
    ],
  },
});
