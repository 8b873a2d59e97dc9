import { now } from '../../../lib/session/clock.ts';
import { useCommand } from '../../../lib/api/command.ts';
import type { Answer, OperationInput } from '../../../lib/api/operation.ts';
import { sealedDrafts } from '../../../lib/forms/sealed-drafts.ts';
import { beginTrialWithCard, buyPlan } from '../api.ts';

/** A purchase request with its idempotency key. Sent again, it is the same purchase. */
export type StoredPurchase = { key: string } & (
  | { operation: 'buyPlan'; asked: OperationInput<'buyPlan'> }
  | { operation: 'choosePlan'; asked: OperationInput<'choosePlan'> }
);

/** Owner of a stored request. A device can have several users and organizations. */
export interface Buyer {
  user: { guid: string };
  organization: { guid: string };
}

const nameOf = ({ user, organization }: Buyer): string => `dialog:${user.guid}:${organization.guid}:purchase`;

/** The server drops unpaid purchases after an hour as well. */
const HOUR_MS = 3_600_000;

/**
 * Stores a request, encrypted, before it is sent. A failure to store it is ignored: a quote can be used only once
 * anyway.
 */
export const storePurchase = (buyer: Buyer, value: StoredPurchase): Promise<void> =>
  sealedDrafts.set(nameOf(buyer), { value, savedAt: now().toISOString() }).catch(() => undefined);

/** Deletes the stored request once it has been answered. */
export const forgetPurchase = (buyer: Buyer): Promise<void> => sealedDrafts.del(nameOf(buyer)).catch(() => undefined);

/** The stored request that has no answer yet, or null. */
export async function storedPurchase(buyer: Buyer): Promise<StoredPurchase | null> {
  const stored = await sealedDrafts.get(nameOf(buyer)).catch(() => undefined);
  if (!stored) return null;
  if (Date.parse(stored.savedAt) + HOUR_MS > now().getTime()) return stored.value as StoredPurchase;
  await forgetPurchase(buyer);
  return null;
}

/** Sends a purchase, for the first time or again. */
export function useSendPurchase(): (purchase: StoredPurchase) => Promise<Answer<'buyPlan'>> {
  const [buy, choose] = [useCommand(buyPlan), useCommand(beginTrialWithCard)];
  return (purchase) =>
    purchase.operation === 'buyPlan'
      ? buy.send({ asked: purchase.asked, key: purchase.key })
      : choose.send({ asked: purchase.asked, key: purchase.key });
}
