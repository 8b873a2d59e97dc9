import { refuse } from '../../commands/decision.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { Purchases } from './purchases.ts';

const resumed = { changed: true, repeated: false, position: null, revision: 0, number: null } as const;

/** Resumes a purchase, even if the request that began it was lost. Refuses: Unavailable while it has not ended. */
export const ResumePurchase = defineCommand({
  name: 'CarryPurchaseOn',
  needs: [Purchases],
  handle:
    (purchases) =>
    async (_store, { tenant, receivedAt }, purchaseGuid: string) => {
      const { status } = await purchases.resume(tenant, purchaseGuid, receivedAt);
      return status === 'SETTLED' ? resumed : refuse('Unavailable');
    },
});
