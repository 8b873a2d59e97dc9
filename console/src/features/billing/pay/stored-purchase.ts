import { now } from '../../../lib/session/clock.ts';
import { useCommand } from '../../../lib/api/command.ts';
import type { Answer, Asked } from '../../../lib/api/operation.ts';
import { sealedDrafts } from '../../../lib/forms/sealed-drafts.ts';
import { beginTrialWithCard, buyPlan } from '../api.ts';

/** A purchase as it was sent, under its key: sent again, it is the same one. */
export type KeptPurchase = { key: string } & (
  | { operation: 'buyPlan'; asked: Asked<'buyPlan'> }
  | { operation: 'choosePlan'; asked: Asked<'choosePlan'> }
);

/** Whose it is: a device has more than one of each. */
export interface Buyer {
  user: { guid: string };
  organization: { guid: string };
}

const nameOf = ({ user, organization }: Buyer): string => `dialog:${user.guid}:${organization.guid}:purchase`;

/** What is not paid within the hour is given up by the server, too. */
const HOUR_MS = 3_600_000;

/** Writes down what is about to be sent, sealed. A device that keeps nothing buys all the same: the quote holds once. */
export const keepPurchase = (buyer: Buyer, value: KeptPurchase): Promise<void> =>
  sealedDrafts.set(nameOf(buyer), { value, savedAt: now().toISOString() }).catch(() => undefined);

/** Its answer is there. */
export const forgetPurchase = (buyer: Buyer): Promise<void> => sealedDrafts.del(nameOf(buyer)).catch(() => undefined);

/** What was sent and has no answer yet; null when there is none. */
export async function keptPurchase(buyer: Buyer): Promise<KeptPurchase | null> {
  const kept = await sealedDrafts.get(nameOf(buyer)).catch(() => undefined);
  if (!kept) return null;
  if (Date.parse(kept.savedAt) + HOUR_MS > now().getTime()) return kept.value as KeptPurchase;
  await forgetPurchase(buyer);
  return null;
}

/** Sends a purchase, for the first time or again. */
export function useSendPurchase(): (kept: KeptPurchase) => Promise<Answer<'buyPlan'>> {
  const [buy, choose] = [useCommand(buyPlan), useCommand(beginTrialWithCard)];
  return (kept) =>
    kept.operation === 'buyPlan'
      ? buy.send({ asked: kept.asked, key: kept.key })
      : choose.send({ asked: kept.asked, key: kept.key });
}
