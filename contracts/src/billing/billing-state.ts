import type { Money } from '../money.ts';
import type { BillingAddress } from './billing-address.ts';
import type { BillingEvent, PlanTerms } from './events.ts';
import type { BillingFacts } from './status.ts';

type DataOf<Type extends BillingEvent['type']> = Extract<BillingEvent, { type: Type }>['data'];

/** A purchase that is neither completed nor given up. */
export type OpenPurchase = Omit<DataOf<'PurchaseBegun'>, 'day'> & { readonly chargeGuid: string | null };

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
  readonly address: BillingAddress | null;
  /** The card that is charged, as the provider knows it. */
  readonly paymentMethod: Omit<DataOf<'PaymentMethodSet'>, 'day'> | null;
  /** What is paid for. */
  readonly period: { readonly from: string; readonly to: string; readonly first: string } | null;
  readonly purchase: OpenPurchase | null;
  /** As whom the provider knows the organization; null before it was asked. */
  readonly customer: string | null;
  readonly invoices: { readonly count: number; readonly open: { readonly invoiceGuid: string; readonly cents: number; readonly dueOn: string } | null };
  readonly cancelled: { readonly accessUntil: string } | null;
  /** Cents that are over from before. */
  readonly balance: number;
}

/** Folds one event; null before billing is opened, and what else comes before that passes by. */
export function evolveBilling(billing: BillingState | null, { type, data }: BillingEvent): BillingState | null {
  if (type === 'BillingOpened') {
    const { day, trialDays, ...opened } = data;
    return {
      ...opened, openedOn: day, partnerTrialDays: trialDays, plan: null, quantity: null, collectionMethod: null, emailAddress: null, trial: null, isBought: false,
      address: null, paymentMethod: null, period: null, purchase: null, customer: null, invoices: { count: 0, open: null }, cancelled: null, balance: 0,
    };
  }
  if (!billing) return null;
  switch (type) {
    case 'PlanChosen':
      return { ...billing, plan: data.plan, quantity: data.quantity };
    case 'BillingDetailsChanged':
      return { ...billing, emailAddress: data.emailAddress ?? billing.emailAddress, address: data.address ?? billing.address };
    case 'TrialBegun':
    case 'TrialExtended':
      return { ...billing, trial: { endsOn: data.endsOn } };
    case 'PlanBought':
      return { ...billing, plan: data.plan, quantity: data.quantity, collectionMethod: data.collectionMethod, isBought: true, cancelled: null };
    case 'QuantityChanged':
      return { ...billing, quantity: data.quantity };
    case 'SubscriptionCancelled':
      return { ...billing, cancelled: { accessUntil: data.accessUntil } };
    case 'SubscriptionRestored':
      return { ...billing, cancelled: null };
    case 'PurchaseBegun': {
      const { day: _, ...begun } = data;
      return { ...billing, purchase: { ...begun, chargeGuid: null }, customer: data.customer ?? billing.customer };
    }
    case 'ChargeRequested':
      return { ...billing, purchase: billing.purchase && { ...billing.purchase, chargeGuid: data.chargeGuid } };
    case 'PurchaseCompleted':
    case 'PurchaseFailed':
      return { ...billing, purchase: null };
    case 'PaymentMethodSet': {
      const { day: _, ...method } = data;
      return { ...billing, paymentMethod: method };
    }
    case 'PeriodBegun':
      return { ...billing, period: { from: data.from, to: data.to, first: data.first } };
    case 'InvoiceIssued':
      return { ...billing, balance: data.figures.creditLeft, invoices: { count: billing.invoices.count + 1, open: { invoiceGuid: data.invoiceGuid, cents: data.figures.total, dueOn: data.dueOn } } };
    case 'InvoicePaid':
      return { ...billing, invoices: { ...billing.invoices, open: null } };
    default:
      return billing;
  }
}

/** The same as `statusAt` asks for it. @param isEnabled whether payments are taken at all, and BILLING is on. @param switchedOnOn when it last was switched so. */
export function factsOf(billing: BillingState | null, isEnabled: boolean, switchedOnOn: string | null = null): BillingFacts {
  return {
    isEnabled, openedOn: billing?.openedOn ?? null, switchedOnOn, isTrialOffered: billing?.isTrialOffered ?? false, partnerTrialDays: billing?.partnerTrialDays ?? null,
    needsPaymentDetails: billing?.needsPaymentDetails ?? false, hasPaymentDetails: (billing?.paymentMethod ?? null) !== null, plan: billing?.plan ?? null, trial: billing?.trial ?? null, isBought: billing?.isBought ?? false,
    paidUntil: billing?.period?.to ?? null, unpaid: null, cancelled: billing?.cancelled ?? null, endedOn: null,
  };
}

/** How long a trial of a plan is for this organization: as its partner has it, else as the plan does. */
export const trialDaysOf = ({ partnerTrialDays }: Pick<BillingState, 'partnerTrialDays'>, plan: Pick<PlanTerms, 'trialDays'>): number => partnerTrialDays ?? plan.trialDays;
