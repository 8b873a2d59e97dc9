import { factsOf, trialDaysOf } from '@plimsoll/contracts/billing/billing-state';
import type { BillingInterval } from '@plimsoll/contracts/billing/billing-interval';
import type { BillingAddress } from '@plimsoll/contracts/billing/billing-address';
import type { BillingEvent, PlanTerms } from '@plimsoll/contracts/billing/events';
import { allowedCommands, statusAt } from '@plimsoll/contracts/billing/status';
import { addDays } from '@plimsoll/contracts/kernel/values/calendar';
import { canonicalText } from '@plimsoll/event-store/port/canonical-text';
import { refuse, type Decision } from '../../commands/decision.ts';
import { fieldError } from '../../commands/field-error.ts';
import { beginPurchase, errorsOf, type PurchaseInput } from '../purchases/buy-plan.rule.ts';
import { quoteTerms } from './quote-plan.ts';
import { listedPlan, stateConflict, termsOf, type OpenedBilling } from '../on-billing.ts';

export interface ChosenPlan {
  readonly productKey: string;
  readonly billingInterval: BillingInterval;
  readonly startFreeTrial: boolean;
  readonly emailAddress: string;
  readonly quantity: number | null;
  /** Card that the trial begins with; it is charged when the trial ends. */
  readonly card: (PurchaseInput & { readonly address: BillingAddress | null }) | null;
}

/**
 * Chooses a listed plan and begins its trial if requested. Refuses: BillingLineItemNotFound, SubscriptionStateConflict,
 * MalformedRequest (a trial that requires a card without one, fewer users than members).
 */
export function choosePlan(
  opened: OpenedBilling,
  { productKey, billingInterval, startFreeTrial, emailAddress, quantity, card }: ChosenPlan,
): Decision<BillingEvent> {
  const { billing, sold, day } = opened;
  const listed = listedPlan(opened, productKey, billingInterval);
  if (!listed) return refuse('BillingLineItemNotFound');
  const may = (than: OpenedBilling['billing']) => allowedCommands(statusAt(factsOf(than, true), day));
  if (billing.purchase || !may(billing).includes(startFreeTrial ? 'START_TRIAL' : 'CHOOSE'))
    return stateConflict(billing, true, day);
  const terms = termsOf(listed.product, listed.plan, billing, sold);
  const chosen = { ...billing, plan: terms, quantity };
  if (startFreeTrial) {
    // The plan decides whether it has a trial; the refusal has the status that choosing it would lead to.
    if (!may(chosen).includes('START_TRIAL')) return stateConflict(chosen, true, day);
    if (card) return beginWithCard(opened, terms, quantity ?? Math.max(1, card.memberCount), emailAddress, card);
    if (billing.needsPaymentDetails && !billing.paymentMethod)
      return refuse('MalformedRequest', {
        fieldErrors: [fieldError('paymentToken', 'MalformedRequest', 'This trial begins with a card')],
      });
  }
  const isSame =
    canonicalText({ plan: billing.plan, quantity: billing.quantity }) === canonicalText({ plan: terms, quantity });
  return [
    ...(isSame ? [] : [{ type: 'PlanChosen' as const, data: { day, plan: terms, quantity } }]),
    ...(billing.emailAddress === emailAddress
      ? []
      : [{ type: 'BillingDetailsChanged' as const, data: { day, emailAddress, address: null } }]),
    ...(startFreeTrial
      ? [{ type: 'TrialBegun' as const, data: { day, endsOn: addDays(day, trialDaysOf(billing, terms)) } }]
      : []),
  ];
}

/** Begins a purchase for the end of the trial. The trial begins once the card is stored; until then nothing changes. */
function beginWithCard(
  opened: OpenedBilling,
  terms: PlanTerms,
  quantity: number,
  emailAddress: string,
  card: ChosenPlan['card'] & {},
): Decision<BillingEvent> {
  const { address } = card;
  const quoted = quoteTerms(opened, {
    terms,
    quantity,
    channelPartnerCode: null,
    place: address && { country: address.country, province: address.province },
  });
  if ('refused' in quoted) return quoted;
  const buying = { ...card, emailAddress, collectionMethod: 'CHARGE_AUTOMATICALLY' as const };
  const errors = errorsOf(opened, quoted, buying);
  if (errors.length > 0) return refuse('MalformedRequest', { fieldErrors: errors });
  return beginPurchase(opened, quoted, buying, false, addDays(opened.day, trialDaysOf(opened.billing, terms)));
}
