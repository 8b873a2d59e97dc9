import { refuse } from '../../commands/decision.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { BillingCalendar } from './billing-calendar.ts';
import { Sales } from '../purchases/sales.ts';

const moved = { changed: true, repeated: false, position: null, revision: 0, number: null } as const;

/**
 * Moves an organization's billing forward day by day, in the sandbox only. Refuses: SubscriptionStateConflict when
 * billing was never opened or is off; Unavailable outside the sandbox or while a step waits for the provider.
 */
export const ForwardBilling = defineCommand({
  name: 'ForwardBilling',
  needs: [BillingCalendar, Sales],
  handle:
    (calendar, sales) =>
    async (_store, { tenant, receivedAt }, days: number) => {
      if (sales.provider !== 'SANDBOX') return refuse('Unavailable');
      const outcome = await calendar.forward(tenant, days, receivedAt);
      return outcome === true ? moved : outcome;
    },
});
