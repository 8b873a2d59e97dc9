import type { BillingInterval } from '@plimsoll/contracts/billing/billing-interval';
import type { SubscriptionStatus } from '@plimsoll/contracts/organizations/subscription';

/** Where an organization stands, as it is told to whoever looks after the subscription. */
export const statusWords: Readonly<Record<SubscriptionStatus, string>> = {
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

/** What happened, by the event's name. */
export const stepWords: Readonly<Record<string, string>> = {
  BillingOpened: 'Subscription opened',
  PlanChosen: 'Plan chosen',
  BillingDetailsChanged: 'Mail address set',
  TrialBegun: 'Free trial began',
  TrialExtended: 'Free trial extended',
  PlanBought: 'Plan granted',
};

/** Of whatever leads to a purchase. */
export const NOT_SOLD = 'Plans are not sold in this version: nothing is charged.';

/** Where the operator of the installation sells nothing. */
export const NOTHING_ON_SALE = 'There is no plan on sale today.';

/** How often a plan is paid, behind its price. */
export const intervalWords: Readonly<Record<BillingInterval, string>> = { YEAR: 'a year', MONTH: 'a month', WEEK: 'a week', DAY: 'a day', NONE: '' };

export const formatMoney = (cents: number, currency: string): string => new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' }).format(cents / 100);
