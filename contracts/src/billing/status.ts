import { addDays } from '../kernel/values/calendar.ts';
import type { SubscriptionStatus } from '../organizations/subscription.ts';
import { daysBetween } from './billing-interval.ts';

/** What is known of an organization's billing on a day: dates, never a status. */
export interface BillingFacts {
  /** BILLING is on, and there is a provider. */
  readonly isEnabled: boolean;
  /** Null before billing was opened. */
  readonly openedOn: string | null;
  /** When BILLING was last switched on; null when it has been on since the opening. */
  readonly switchedOnOn: string | null;
  /** Whether there are trials for its partner and in its currency at all. */
  readonly isTrialOffered: boolean;
  /** Of the opening's partner, in place of any plan's; null leaves them to the plan. */
  readonly partnerTrialDays: number | null;
  readonly needsPaymentDetails: boolean;
  readonly hasPaymentDetails: boolean;
  /** The plan that was chosen or bought last. */
  readonly plan: { readonly trialDays: number } | null;
  readonly trial: { readonly endsOn: string } | null;
  /** What was bought runs: until it ends there is a next period. */
  readonly isBought: boolean;
  /** When the period that is paid for ends; null without periods, and before the first. */
  readonly paidUntil: string | null;
  /** A charge failed, or a sent invoice became overdue, on `since`. */
  readonly unpaid: { readonly since: string; readonly graceUntil: string } | null;
  readonly cancelled: { readonly accessUntil: string } | null;
  readonly endedOn: string | null;
}

/** From the end of grace until everything is over. */
export const UNPAID_DAYS = 30;

const hasBegun = (on: string | null | undefined, day: string): boolean => on !== null && on !== undefined && on <= day;

/** An organization's status on a day: the first match, in the order of the page's table. */
export function statusAt(facts: BillingFacts, day: string): SubscriptionStatus {
  const { trial, cancelled, isBought } = facts;
  if (!facts.isEnabled || !hasBegun(facts.openedOn, day)) return 'UNKNOWN';
  const unpaid = facts.unpaid && hasBegun(facts.unpaid.since, day) ? facts.unpaid : null;
  if (
    hasBegun(facts.endedOn, day) ||
    hasBegun(cancelled?.accessUntil, day) ||
    (unpaid && hasBegun(addDays(unpaid.graceUntil, UNPAID_DAYS), day))
  )
    return 'NO_SUBSCRIPTION';
  if (cancelled) return 'CANCELLED_ACTIVE';
  const isInTrial = trial !== null && day < trial.endsOn;
  if (isBought && isInTrial) return 'FREE_TRIAL_SUBSCRIPTION_CONFIGURED';
  if (unpaid) return hasBegun(unpaid.graceUntil, day) ? 'PAYMENT_REQUIRED' : 'IN_GRACE_PERIOD';
  if (isBought) return 'ACTIVE';
  if (trial) return isInTrial ? 'IN_FREE_TRIAL' : 'FREE_TRIAL_EXPIRED';
  if (!facts.isTrialOffered || (facts.partnerTrialDays ?? facts.plan?.trialDays) === 0) return 'NO_TRIAL_AVAILABLE';
  if (facts.needsPaymentDetails && !facts.hasPaymentDetails) return 'FREE_TRIAL_AVAILABLE_WITH_PAYMENT_DETAILS';
  return facts.plan ? 'START_FREE_TRIAL' : 'CHOOSE_PRODUCT';
}

/**
 * Days of the trial after this one; null where none runs. It is shown plus one: on its last day it is 0, and one day is
 * left.
 */
export function remainingTrialDays(facts: BillingFacts, day: string): number | null {
  const status = statusAt(facts, day);
  if (status === 'UNKNOWN' || status === 'NO_SUBSCRIPTION' || !facts.trial || day >= facts.trial.endsOn) return null;
  return daysBetween(day, facts.trial.endsOn) - 1;
}

/**
 * When money is due next: at the end of the trial or of the period; null when nothing more is, as after a cancelled
 * trial or grace.
 */
export function nextBillingDate(facts: BillingFacts, day: string): string | null {
  if (!facts.isBought || ['UNKNOWN', 'NO_SUBSCRIPTION'].includes(statusAt(facts, day))) return null;
  if (facts.cancelled && facts.unpaid) return null;
  return facts.trial && day < facts.trial.endsOn ? facts.trial.endsOn : facts.paidUntil;
}

/** Whether a period that was paid for holds a day. */
export const isPaidAt = (
  { isBought, paidUntil, endedOn }: Pick<BillingFacts, 'isBought' | 'paidUntil' | 'endedOn'>,
  day: string,
): boolean => isBought && paidUntil !== null && day < paidUntil && !hasBegun(endedOn, day);

/** Which are walled at once, and which from the fourteenth day on. */
const walled: readonly SubscriptionStatus[] = [
  'NO_SUBSCRIPTION',
  'PAYMENT_REQUIRED',
  'FREE_TRIAL_EXPIRED',
  'NO_TRIAL_AVAILABLE',
];
const walledLater: readonly SubscriptionStatus[] = [
  'FREE_TRIAL_AVAILABLE_WITH_PAYMENT_DETAILS',
  'START_FREE_TRIAL',
  'CHOOSE_PRODUCT',
];
/** For so many days an organization may use everything before it chooses a plan. */
export const DAYS_TO_CHOOSE = 14;

/** Whether an organization has to choose or pay before it writes what is not always open. */
export function isGatedAt(facts: BillingFacts, day: string): boolean {
  const status = statusAt(facts, day);
  if (!walledLater.includes(status)) return walled.includes(status);
  const { openedOn, switchedOnOn } = facts;
  const since = switchedOnOn !== null && switchedOnOn > openedOn! ? switchedOnOn : openedOn!;
  return day >= addDays(since, DAYS_TO_CHOOSE);
}

export const billingCommands = ['CHOOSE', 'START_TRIAL', 'BUY', 'PAY', 'CHANGE_QUANTITY', 'CANCEL', 'RESTORE'] as const;
export type BillingCommand = (typeof billingCommands)[number];

const allowed: Readonly<Record<BillingCommand, readonly SubscriptionStatus[]>> = {
  CHOOSE: ['CHOOSE_PRODUCT', 'START_FREE_TRIAL', 'NO_TRIAL_AVAILABLE', 'FREE_TRIAL_AVAILABLE_WITH_PAYMENT_DETAILS'],
  START_TRIAL: ['CHOOSE_PRODUCT', 'START_FREE_TRIAL', 'FREE_TRIAL_AVAILABLE_WITH_PAYMENT_DETAILS'],
  BUY: [
    'NO_TRIAL_AVAILABLE',
    'FREE_TRIAL_EXPIRED',
    'NO_SUBSCRIPTION',
    'IN_FREE_TRIAL',
    'FREE_TRIAL_SUBSCRIPTION_CONFIGURED',
    'ACTIVE',
    'PAYMENT_REQUIRED',
    'CANCELLED_ACTIVE',
  ],
  PAY: ['IN_GRACE_PERIOD', 'PAYMENT_REQUIRED'],
  CHANGE_QUANTITY: ['FREE_TRIAL_SUBSCRIPTION_CONFIGURED', 'ACTIVE'],
  CANCEL: [
    'IN_FREE_TRIAL',
    'FREE_TRIAL_SUBSCRIPTION_CONFIGURED',
    'ACTIVE',
    'IN_GRACE_PERIOD',
    'PAYMENT_REQUIRED',
    'CANCELLED_ACTIVE',
  ],
  RESTORE: ['CANCELLED_ACTIVE'],
};

/** Commands that each status allows; any other answers SubscriptionStateConflict with this list. */
export const allowedCommands = (status: SubscriptionStatus): readonly BillingCommand[] =>
  billingCommands.filter((command) => allowed[command].includes(status));
