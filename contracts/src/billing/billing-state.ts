import type { Money } from '../money.ts';
import type { BillingEvent, PlanTerms } from './events.ts';
import type { BillingFacts } from './status.ts';

/** What an organization's billing has come to, as its stream tells: days and terms, never where it stands on one. */
export interface BillingState {
  readonly openedOn: string;
  readonly currency: Money['currency'];
  /** Its days are those of this zone, wherever the organization is by now. */
  readonly timeZone: string;
  readonly channelPartnerCode: string | null;
  readonly partnerTrialDays: number | null;
  readonly needsPaymentDetails: boolean;
  readonly isTrialOffered: boolean;
  readonly plan: PlanTerms | null;
  readonly quantity: number | null;
  readonly collectionMethod: PlanTerms['collectionMethods'][number] | null;
  readonly emailAddress: string | null;
  readonly trial: { readonly endsOn: string } | null;
  readonly isBought: boolean;
}

/** Folds one event; null before billing is opened, and what else comes before that passes by. */
export function evolveBilling(billing: BillingState | null, { type, data }: BillingEvent): BillingState | null {
  if (type === 'BillingOpened') {
    const { day, trialDays, ...opened } = data;
    return { ...opened, openedOn: day, partnerTrialDays: trialDays, plan: null, quantity: null, collectionMethod: null, emailAddress: null, trial: null, isBought: false };
  }
  if (!billing) return null;
  switch (type) {
    case 'PlanChosen':
      return { ...billing, plan: data.plan, quantity: data.quantity };
    case 'BillingDetailsChanged':
      return { ...billing, emailAddress: data.emailAddress };
    case 'TrialBegun':
    case 'TrialExtended':
      return { ...billing, trial: { endsOn: data.endsOn } };
    case 'PlanBought':
      return { ...billing, plan: data.plan, quantity: data.quantity, collectionMethod: data.collectionMethod, isBought: true };
    default:
      return billing;
  }
}

/** The same as `statusAt` asks for it. @param isEnabled whether payments are taken at all, and BILLING is on. @param switchedOnOn when it last was switched so. */
export function factsOf(billing: BillingState | null, isEnabled: boolean, switchedOnOn: string | null = null): BillingFacts {
  return {
    isEnabled, openedOn: billing?.openedOn ?? null, switchedOnOn, isTrialOffered: billing?.isTrialOffered ?? false, partnerTrialDays: billing?.partnerTrialDays ?? null,
    needsPaymentDetails: billing?.needsPaymentDetails ?? false, hasPaymentDetails: false, plan: billing?.plan ?? null, trial: billing?.trial ?? null, isBought: billing?.isBought ?? false,
    paidUntil: null, unpaid: null, cancelled: null, endedOn: null,
  };
}

/** How long a trial of a plan is for this organization: as its partner has it, else as the plan does. */
export const trialDaysOf = ({ partnerTrialDays }: Pick<BillingState, 'partnerTrialDays'>, plan: Pick<PlanTerms, 'trialDays'>): number => partnerTrialDays ?? plan.trialDays;
