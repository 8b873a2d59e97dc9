import { z } from 'zod';
import { day, timeZone } from '../dates.ts';
import { defineEvent, personal, STREAM, type EventOf } from '../domain-event.ts';
import { guid } from '../ids.ts';
import { currencies } from '../money.ts';
import { modules } from '../organizations/features.ts';
import { billingIntervals } from './billing-interval.ts';
import { catalogueParts, code, collectionMethods, discountTier, MOST_USERS, name, tier, trialDays } from './catalogue.ts';

/** What was sold, with its prices: whatever becomes of the catalogue, what runs keeps them. */
const planTerms = z.strictObject({
  productGuid: guid,
  productKey: code,
  productName: name,
  modules: z.array(z.enum(modules)),
  productPlanGuid: guid,
  billingInterval: z.enum(billingIntervals),
  trialDays,
  needsBillingInfo: z.boolean(),
  collectionMethods: z.array(z.enum(collectionMethods)),
  tiers: z.array(tier),
  /** The prices of the opening's partner, which replace those. */
  discounts: z.array(discountTier),
});
export type PlanTerms = z.output<typeof planTerms>;

const quantity = z.int().min(1).max(MOST_USERS);

/**
 * An organization's billing begins. Stream: of kind billing, UUIDv5 of the organization and `billing`. Each event has the day
 * that it was in the organization's zone of then, `timeZone`. `trialDays` are the partner's, null where there are none.
 */
export const billingOpened = defineEvent(
  'BillingOpened',
  z.strictObject({
    day, currency: z.enum(currencies), timeZone, channelPartnerCode: code.nullable(), trialDays: trialDays.nullable(), needsPaymentDetails: z.boolean(), isTrialOffered: z.boolean(),
  }),
);

/** For how many users, where that was said. */
export const planChosen = defineEvent('PlanChosen', z.strictObject({ day, plan: planTerms, quantity: quantity.nullable() }));

/** Where mails about payment go. */
export const billingDetailsChanged = defineEvent('BillingDetailsChanged', z.strictObject({ day, emailAddress: personal(z.email().max(254), STREAM) }));

/** There is one, ever. It ends when `endsOn` begins. */
export const trialBegun = defineEvent('TrialBegun', z.strictObject({ day, endsOn: day }));
export const trialExtended = defineEvent('TrialExtended', z.strictObject({ day, endsOn: day }));

/** From now on it runs. */
export const planBought = defineEvent('PlanBought', z.strictObject({ day, plan: planTerms, quantity, collectionMethod: z.enum(collectionMethods) }));

/** What is sold from now on, whole. Stream: the installation's one of kind catalogue, in its own log. */
export const cataloguePublished = defineEvent('CataloguePublished', z.strictObject({ catalogue: catalogueParts }));

export const catalogueEvents = [cataloguePublished] as const;
export type CatalogueEvent = EventOf<(typeof catalogueEvents)[number]>;

export const billingEvents = [billingOpened, planChosen, billingDetailsChanged, trialBegun, trialExtended, planBought] as const;
export type BillingEvent = EventOf<(typeof billingEvents)[number]>;
