import { addDays, localDateTime, type LocalDateTime } from '../kernel/values/calendar.ts';
import type { Money } from '../kernel/values/money.ts';
import type { BillingAddress } from './billing-address.ts';
import type { BillingEvent, BillingReminder, PlanTerms } from './events.ts';
import type { BillingFacts } from './status.ts';

type DataOf<Type extends BillingEvent['type']> = Extract<BillingEvent, { type: Type }>['data'];

/** A purchase that is neither completed nor given up. */
export type OpenPurchase = Omit<DataOf<'PurchaseBegun'>, 'day'> & {
  readonly chargeGuid: string | null;
  readonly chargeCents: number | null;
};

/** An amount that is still to be paid. */
export interface OpenInvoice {
  readonly invoiceGuid: string;
  readonly cents: number;
  readonly dueOn: string;
  /** What it took of the balance, and gives back when nobody is to pay it any more. */
  readonly ofBalance: number;
  /** How often it was tried to charge it. */
  readonly tries: number;
}

/** Why what was bought is not paid for, and what is still done about it. */
export interface Unpaid {
  readonly since: string;
  readonly graceUntil: string;
  readonly isOver: boolean;
  readonly invoiceGuid: string;
  /** Whether the card is worth another try. */
  readonly mayRetry: boolean;
  readonly triedOn: string;
}

/** An organization's billing state, folded from its stream: days and terms, but nothing that depends on today. */
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
  /** Users requested for the next period, fewer than now. */
  readonly renewalQuantity?: number;
  readonly collectionMethod: PlanTerms['collectionMethods'][number] | null;
  readonly emailAddress: string | null;
  /** `isOver` once that was written. */
  readonly trial: { readonly from: string; readonly endsOn: string; readonly isOver: boolean } | null;
  readonly isBought: boolean;
  readonly address: BillingAddress | null;
  /** The card that is charged, as the provider knows it. */
  readonly paymentMethod: (Omit<DataOf<'PaymentMethodSet'>, 'day'> & { readonly setOn: string }) | null;
  /** What is paid for. */
  readonly period: { readonly from: string; readonly to: string; readonly first: string } | null;
  readonly purchase: OpenPurchase | null;
  /** The provider's ID of the organization; null before the first request. */
  readonly customer: string | null;
  /** The oldest open one first. */
  readonly invoices: { readonly count: number; readonly creditNotes: number; readonly open: readonly OpenInvoice[] };
  readonly unpaid: Unpaid | null;
  readonly endedOn: string | null;
  /** When members were counted last; null before they were in this period. */
  readonly countedOn: string | null;
  /** What was reminded of last, by the day that it is about. */
  readonly reminded: Readonly<Partial<Record<BillingReminder, string>>>;
  /** By how many days its own are ahead of everybody's, where no money moves. */
  readonly daysAhead: number;
  readonly cancelled: { readonly accessUntil: string } | null;
  /** Cents that are over from before. */
  readonly balance: number;
}

/** Folds one event; null before billing is opened, and what else comes before that passes by. */
export function evolveBilling(billing: BillingState | null, { type, data }: BillingEvent): BillingState | null {
  if (type === 'BillingOpened') {
    const { day, trialDays, ...opened } = data;
    return {
      ...opened,
      openedOn: day,
      partnerTrialDays: trialDays,
      plan: null,
      quantity: null,
      collectionMethod: null,
      emailAddress: null,
      trial: null,
      isBought: false,
      address: null,
      paymentMethod: null,
      period: null,
      purchase: null,
      customer: null,
      invoices: { count: 0, creditNotes: 0, open: [] },
      cancelled: null,
      balance: 0,
      unpaid: null,
      endedOn: null,
      countedOn: null,
      reminded: {},
      daysAhead: 0,
    };
  }
  if (!billing) return null;
  switch (type) {
    case 'PlanChosen':
      return { ...billing, plan: data.plan, quantity: data.quantity };
    case 'BillingDetailsChanged':
      return {
        ...billing,
        emailAddress: data.emailAddress ?? billing.emailAddress,
        address: data.address ?? billing.address,
      };
    case 'TrialBegun':
    case 'TrialExtended':
      return { ...billing, trial: { from: data.day, endsOn: data.endsOn, isOver: false } };
    case 'TrialEnded':
      return { ...billing, trial: billing.trial && { ...billing.trial, isOver: true } };
    case 'PlanBought':
      return {
        ...withoutRequest(billing),
        plan: data.plan,
        quantity: data.quantity,
        collectionMethod: data.collectionMethod,
        isBought: true,
        cancelled: null,
        endedOn: null,
      };
    case 'QuantityChanged':
      return { ...billing, quantity: data.quantity };
    case 'RenewalQuantityRequested':
      return {
        ...withoutRequest(billing),
        ...(data.quantity !== null && { renewalQuantity: data.quantity }),
      };
    case 'SubscriptionCancelled':
      return { ...billing, cancelled: { accessUntil: data.accessUntil } };
    case 'SubscriptionRestored':
      return { ...billing, cancelled: null };
    case 'PurchaseBegun': {
      const { day: _, ...begun } = data;
      return {
        ...billing,
        purchase: { ...begun, chargeGuid: null, chargeCents: null },
        customer: data.customer ?? billing.customer,
      };
    }
    case 'ChargeRequested': {
      const pays = billing.purchase?.invoiceGuid ?? null;
      const open = billing.invoices.open.map((one) =>
        one.invoiceGuid === pays ? { ...one, tries: one.tries + 1 } : one,
      );
      return {
        ...billing,
        purchase: billing.purchase && { ...billing.purchase, chargeGuid: data.chargeGuid, chargeCents: data.cents },
        invoices: { ...billing.invoices, open },
      };
    }
    case 'ChargeFailed':
      // An attempt with another card says nothing about the stored one.
      return billing.unpaid && billing.purchase?.byCalendar && data.declineCode !== null
        ? {
            ...billing,
            unpaid: { ...billing.unpaid, triedOn: data.day, mayRetry: isWorthAnotherTry(data.declineCode) },
          }
        : billing;
    case 'PurchaseCompleted':
    case 'PurchaseFailed':
      return { ...billing, purchase: null };
    case 'PaymentMethodSet': {
      const { day: setOn, ...method } = data;
      return { ...billing, paymentMethod: { ...method, setOn } };
    }
    case 'PeriodBegun':
      return {
        ...withoutRequest(billing),
        period: { from: data.from, to: data.to, first: data.first },
        countedOn: null,
      };
    case 'InvoiceIssued': {
      // What a purchase credits is of what ran before; a renewal has the balance alone.
      const ofBalance = billing.purchase ? 0 : data.figures.credit;
      const issued = {
        invoiceGuid: data.invoiceGuid,
        cents: data.figures.total,
        dueOn: data.dueOn,
        ofBalance,
        tries: 0,
      };
      return {
        ...billing,
        balance: data.figures.creditLeft,
        invoices: { ...billing.invoices, count: billing.invoices.count + 1, open: [...billing.invoices.open, issued] },
      };
    }
    case 'InvoicePaid':
      return { ...withoutOpen(billing, data.invoiceGuid), balance: billing.balance + data.toBalance };
    case 'InvoiceVoided':
      return { ...withoutOpen(billing, data.invoiceGuid), balance: billing.balance + data.balanceBack };
    case 'CreditNoteIssued':
      return { ...billing, invoices: { ...billing.invoices, creditNotes: billing.invoices.creditNotes + 1 } };
    case 'GraceBegun':
      return {
        ...billing,
        unpaid: {
          since: data.day,
          graceUntil: data.until,
          isOver: false,
          invoiceGuid: data.invoiceGuid,
          mayRetry: isWorthAnotherTry(data.declineCode),
          triedOn: data.day,
        },
      };
    case 'GraceEnded':
      return { ...billing, unpaid: billing.unpaid && { ...billing.unpaid, isOver: true } };
    case 'SubscriptionEnded':
      return {
        ...withoutRequest(billing),
        isBought: false,
        period: null,
        countedOn: null,
        unpaid: null,
        cancelled: null,
        endedOn: data.day,
        trial: billing.trial && { ...billing.trial, isOver: true },
      };
    case 'MembersCounted':
      return { ...billing, countedOn: data.day };
    case 'BillingReminderSent':
      return { ...billing, reminded: { ...billing.reminded, [data.reminder]: data.about } };
    case 'BillingClockMoved':
      return { ...billing, daysAhead: billing.daysAhead + data.days };
    default:
      return billing;
  }
}

/** A card that is lost, or whose owner has to be there, is not tried again. */
const hopeless: ReadonlySet<string | null> = new Set([
  'lost_card',
  'stolen_card',
  'fraudulent',
  'authentication_required',
]);
const isWorthAnotherTry = (declineCode: string | null): boolean => !hopeless.has(declineCode);

function withoutRequest({ renewalQuantity: _, ...billing }: BillingState): BillingState {
  return billing;
}

function withoutOpen(billing: BillingState, invoiceGuid: string): BillingState {
  const { invoices, unpaid } = billing;
  return {
    ...billing,
    invoices: { ...invoices, open: invoices.open.filter((one) => one.invoiceGuid !== invoiceGuid) },
    unpaid: unpaid?.invoiceGuid === invoiceGuid ? null : unpaid,
  };
}

/** The day and the time of an organization's billing at a moment. */
export function billingTime(
  { timeZone, daysAhead }: Pick<BillingState, 'timeZone' | 'daysAhead'>,
  moment: Date,
): LocalDateTime {
  const { date, time } = localDateTime(moment, timeZone);
  return { date: daysAhead === 0 ? date : addDays(date, daysAhead), time };
}

/**
 * The same as `statusAt` asks for it. @param isEnabled whether payments are taken at all, and BILLING is on. @param
 * switchedOnOn when it last was switched so.
 */
export function factsOf(
  billing: BillingState | null,
  isEnabled: boolean,
  switchedOnOn: string | null = null,
): BillingFacts {
  return {
    isEnabled,
    openedOn: billing?.openedOn ?? null,
    switchedOnOn,
    isTrialOffered: billing?.isTrialOffered ?? false,
    partnerTrialDays: billing?.partnerTrialDays ?? null,
    needsPaymentDetails: billing?.needsPaymentDetails ?? false,
    hasPaymentDetails: (billing?.paymentMethod ?? null) !== null,
    plan: billing?.plan ?? null,
    trial: billing?.trial ?? null,
    isBought: billing?.isBought ?? false,
    paidUntil: billing?.period?.to ?? null,
    unpaid: billing?.unpaid ?? null,
    cancelled: billing?.cancelled ?? null,
    endedOn: billing?.endedOn ?? null,
  };
}

/** How long a trial of a plan is for this organization: as its partner has it, else as the plan does. */
export const trialDaysOf = (
  { partnerTrialDays }: Pick<BillingState, 'partnerTrialDays'>,
  plan: Pick<PlanTerms, 'trialDays'>,
): number => partnerTrialDays ?? plan.trialDays;
