import { refuse } from '../../commands/decision.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { BillingCalendar } from './billing-calendar.ts';

const carriedOn = { changed: true, repeated: false, position: null, revision: 0, number: null } as const;

/** Does what an organization's day brings to its billing. Refuses: Unavailable while something waits for the provider of payments. */
export const ResumeBilling = defineCommand({
  name: 'CarryBillingOn',
  needs: [BillingCalendar],
  handle:
    (calendar) =>
    async (_store, { tenant, receivedAt }) =>
      (await calendar.carryOn(tenant, receivedAt)) ? carriedOn : refuse('Unavailable'),
});
