import { invoiceTexts } from '@plimsoll/contracts/billing/invoice-texts';
import type { Invoice, SubscriptionAnswer } from '@plimsoll/contracts/billing/answers';
import { formatDay } from '../../lib/format/time.ts';
import type { BillingInterval } from '@plimsoll/contracts/billing/billing-interval';
import type { SubscriptionStatus } from '@plimsoll/contracts/organizations/subscription';

/** Labels of the subscription status for users who manage it. */
export const statusLabels: Readonly<Record<SubscriptionStatus, string>> = {
  UNKNOWN: 'Not set up',
  CHOOSE_PRODUCT: 'No plan chosen',
  START_FREE_TRIAL: 'Plan chosen, free trial not begun',
  FREE_TRIAL_AVAILABLE_WITH_PAYMENT_DETAILS: 'Free trial waits for a card',
  NO_TRIAL_AVAILABLE: 'No free trial',
  IN_FREE_TRIAL: 'Free trial',
  FREE_TRIAL_EXPIRED: 'Free trial over',
  FREE_TRIAL_SUBSCRIPTION_CONFIGURED: 'Free trial, plan bought',
  ACTIVE: 'Active',
  IN_GRACE_PERIOD: 'Payment overdue',
  PAYMENT_REQUIRED: 'Payment overdue, grace over',
  CANCELLED_ACTIVE: 'Cancelled',
  NO_SUBSCRIPTION: 'Ended',
};

/** Labels of the subscription's history, by event type. Events without a label are not shown. */
export const historyLabels: Readonly<Record<string, string>> = {
  BillingOpened: 'Subscription opened',
  PlanChosen: 'Plan chosen',
  BillingDetailsChanged: 'Billing address or mail address set',
  TrialBegun: 'Free trial began',
  TrialExtended: 'Free trial extended',
  TrialEnded: 'Free trial ended',
  PurchaseFailed: 'Purchase failed',
  PlanBought: 'Plan in force',
  QuantityChanged: 'Number of users changed',
  RenewalQuantityRequested: 'Number of users for the next period set',
  PaymentMethodSet: 'Card set',
  PeriodBegun: 'Period began',
  InvoiceIssued: 'Invoice issued',
  InvoicePaid: 'Invoice paid',
  InvoiceVoided: 'Invoice voided',
  CreditNoteIssued: 'Credit note issued',
  ChargeFailed: 'Charge failed',
  GraceBegun: 'Payment overdue',
  GraceEnded: 'Time to pay ran out',
  SubscriptionCancelled: 'Subscription cancelled',
  SubscriptionRestored: 'Subscription restored',
  SubscriptionEnded: 'Subscription ended',
  RefundRequested: 'Refund begun',
  RefundCompleted: 'Refunded',
  RefundFailed: 'Refund failed',
};

/** The history entries to show, newest first. A failed charge and the purchase that fails by it are one entry. */
export const visibleHistory = (history: SubscriptionAnswer['history']): SubscriptionAnswer['history'] =>
  history
    .filter(
      ({ type, day }, at) =>
        type in historyLabels &&
        !(type === 'PurchaseFailed' && history[at - 1]?.type === 'ChargeFailed' && history[at - 1]?.day === day),
    )
    .toReversed();

/** Shown when the installation has no plans on sale. */
export const NOTHING_ON_SALE = 'There is no plan on sale today.';

/** Shown at the URL of a plan that is not on sale for the organization. */
export const NO_SUCH_PLAN = 'Plan not found';
export const NOT_ON_SALE = 'It is not on sale for your organization today.';

/** Charges the card for an overdue invoice. */
export const PAY_OVERDUE = 'Pay what is overdue';

export const AFTER_TRIAL = 'After the free trial';

/** Shown while no address is known. */
export const TAX_FOLLOWS = 'Tax follows from the billing address.';

/** Shown until there is an invoice. */
export const NO_INVOICE = 'There is no invoice yet.';

/** Billing interval, as written after a price. */
export const intervalLabels: Readonly<Record<BillingInterval, string>> = {
  YEAR: 'a year',
  MONTH: 'a month',
  WEEK: 'a week',
  DAY: 'a day',
  NONE: '',
};

/** For example 'Essentials, paid by month'. */
export const planLabel = (name: string, interval: BillingInterval | undefined): string =>
  !interval || interval === 'NONE' ? name : `${name}, paid by ${intervalLabels[interval].replace('a ', '')}`;

/** Status of an invoice. One of nothing was settled without a payment. */
export const invoiceStatus = ({ status, total }: Pick<Invoice, 'status' | 'total'>): string =>
  status === 'PAID' && total === 0 ? invoiceTexts.nothingDue : invoiceStatusLabels[status];

const invoiceStatusLabels: Readonly<Record<Invoice['status'], string>> = {
  OPEN: 'Open',
  PAID: 'Paid',
  VOID: 'Void',
};

export const formatMoney = (cents: number, currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' }).format(cents / 100);

/** Amount and date of the next payment. */
export function nextPaymentLabel({
  total,
  currency,
  date,
  hasTax,
}: NonNullable<SubscriptionAnswer['nextPayment']>): string {
  return `${formatMoney(total, currency)}${hasTax ? '' : ' before tax'} on ${formatDay(date)}`;
}

const declines: Readonly<Record<string, string>> = {
  insufficient_funds: 'There is not enough money on it.',
  expired_card: 'It has expired.',
  incorrect_cvc: 'Its security code is not right.',
  processing_error: 'Its bank could not deal with the payment. Try a little later.',
  authentication_required: 'Its bank asks its owner, and was not answered.',
  authentication_failed: 'Its owner did not agree.',
};

/** Text for a declined card. The codes for a stolen card have none, so that its holder does not learn of it. */
export const declineText = (code: string | null): string =>
  declines[code ?? ''] ?? 'Its bank does not say why. Try another card.';
