import { refuse } from '../../commands/decision.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { BillingCalendar } from './billing-calendar.ts';

const resumed = { changed: true, repeated: false, position: null, revision: 0, number: null } as const;

/**
 * Takes the due steps of an organization's billing. Refuses: Unavailable while a step waits for the payment provider.
 */
export const ResumeBilling = defineCommand({
  name: 'CarryBillingOn',
  needs: [BillingCalendar],
  handle:
    (calendar) =>
    async (_store, { tenant, receivedAt }) =>
      (await calendar.takeDueSteps(tenant, receivedAt)) ? resumed : refuse('Unavailable'),
});
