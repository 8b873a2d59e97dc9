import { subscriptionStatuses, type SubscriptionStatus } from '../organizations/subscription.ts';
import {
  allowedCommands,
  isGatedAt,
  nextBillingDate,
  remainingTrialDays,
  statusAt,
  type BillingFacts,
} from './status.ts';

const opened: BillingFacts = {
  isEnabled: true,
  openedOn: '2026-03-01',
  switchedOnOn: null,
  isTrialOffered: true,
  partnerTrialDays: null,
  needsPaymentDetails: false,
  hasPaymentDetails: false,
  plan: null,
  trial: null,
  isBought: false,
  paidUntil: null,
  unpaid: null,
  cancelled: null,
  endedOn: null,
};
const plan = { trialDays: 14 };
const trial = { endsOn: '2026-03-15' };
const bought = { ...opened, plan, isBought: true, paidUntil: '2026-04-10' };
const unpaid = { since: '2026-04-10', graceUntil: '2026-04-24' };

describe('status of an organization', () => {
  test.each<[string, BillingFacts, string, SubscriptionStatus]>([
    ['before billing is opened', opened, '2026-02-28', 'UNKNOWN'],
    ['never opened', { ...opened, openedOn: null }, '2026-03-01', 'UNKNOWN'],
    ['BILLING off, whatever was bought', { ...bought, isEnabled: false }, '2026-03-20', 'UNKNOWN'],
    ['opened', opened, '2026-03-01', 'CHOOSE_PRODUCT'],
    ['a plan chosen', { ...opened, plan }, '2026-03-01', 'START_FREE_TRIAL'],
    ['a plan without a trial', { ...opened, plan: { trialDays: 0 } }, '2026-03-01', 'NO_TRIAL_AVAILABLE'],
    [
      'a partner without a trial, whatever the plan gives',
      { ...opened, plan, partnerTrialDays: 0 },
      '2026-03-01',
      'NO_TRIAL_AVAILABLE',
    ],
    [
      'a partner with a trial, whatever the plan lacks',
      { ...opened, plan: { trialDays: 0 }, partnerTrialDays: 7 },
      '2026-03-01',
      'START_FREE_TRIAL',
    ],
    ['a currency without a trial', { ...opened, isTrialOffered: false }, '2026-03-01', 'NO_TRIAL_AVAILABLE'],
    [
      'a campaign that asks for a card',
      { ...opened, plan, needsPaymentDetails: true },
      '2026-03-01',
      'FREE_TRIAL_AVAILABLE_WITH_PAYMENT_DETAILS',
    ],
    [
      'the same, with a card',
      { ...opened, plan, needsPaymentDetails: true, hasPaymentDetails: true },
      '2026-03-01',
      'START_FREE_TRIAL',
    ],
    ['the last day of the trial', { ...opened, plan, trial }, '2026-03-14', 'IN_FREE_TRIAL'],
    ['the day it ends', { ...opened, plan, trial }, '2026-03-15', 'FREE_TRIAL_EXPIRED'],
    ['bought during the trial', { ...bought, trial }, '2026-03-14', 'FREE_TRIAL_SUBSCRIPTION_CONFIGURED'],
    ['bought, the trial over', { ...bought, trial }, '2026-03-15', 'ACTIVE'],
    ['bought', bought, '2026-03-20', 'ACTIVE'],
    ['the day before it is overdue', { ...bought, unpaid }, '2026-04-09', 'ACTIVE'],
    ['the charge failed', { ...bought, unpaid }, '2026-04-10', 'IN_GRACE_PERIOD'],
    ['the last day of grace', { ...bought, unpaid }, '2026-04-23', 'IN_GRACE_PERIOD'],
    ['grace is over', { ...bought, unpaid }, '2026-04-24', 'PAYMENT_REQUIRED'],
    ['29 days later', { ...bought, unpaid }, '2026-05-23', 'PAYMENT_REQUIRED'],
    ['30 days later', { ...bought, unpaid }, '2026-05-24', 'NO_SUBSCRIPTION'],
    ['cancelled', { ...bought, cancelled: { accessUntil: '2026-04-10' } }, '2026-04-09', 'CANCELLED_ACTIVE'],
    ['cancelled and over', { ...bought, cancelled: { accessUntil: '2026-04-10' } }, '2026-04-10', 'NO_SUBSCRIPTION'],
    [
      'cancelled in the trial',
      { ...opened, plan, trial, cancelled: { accessUntil: trial.endsOn } },
      '2026-03-14',
      'CANCELLED_ACTIVE',
    ],
    [
      'cancelled in grace',
      { ...bought, unpaid, cancelled: { accessUntil: unpaid.graceUntil } },
      '2026-04-23',
      'CANCELLED_ACTIVE',
    ],
    ['ended', { ...bought, endedOn: '2026-04-25' }, '2026-04-25', 'NO_SUBSCRIPTION'],
  ])('%s', (_, facts, day, status) => {
    expect(statusAt(facts, day)).toBe(status);
  });

  test('the days of a trial count down to 0 on its last one', () => {
    const facts = { ...opened, plan, trial };
    expect(['2026-03-01', '2026-03-14', '2026-03-15'].map((day) => remainingTrialDays(facts, day))).toEqual([
      13,
      0,
      null,
    ]);
    expect(remainingTrialDays(bought, '2026-03-02')).toBeNull();
  });

  test('money is due next at the end of the trial, then of the period; nothing more after a cancelled trial or grace', () => {
    expect(nextBillingDate({ ...bought, trial, paidUntil: null }, '2026-03-14')).toBe('2026-03-15');
    expect(nextBillingDate(bought, '2026-03-20')).toBe('2026-04-10');
    expect(nextBillingDate({ ...opened, plan, trial }, '2026-03-02')).toBeNull();
    expect(nextBillingDate({ ...bought, cancelled: { accessUntil: '2026-04-10' } }, '2026-04-09')).toBe('2026-04-10');
    expect(nextBillingDate({ ...bought, unpaid, cancelled: { accessUntil: '2026-04-24' } }, '2026-04-20')).toBeNull();
  });
});

describe('the subscription gate', () => {
  test('closes at once when something is over or owed', () => {
    expect(isGatedAt({ ...opened, plan, trial }, '2026-03-14')).toBe(false);
    expect(isGatedAt({ ...opened, plan, trial }, '2026-03-15')).toBe(true);
    expect(isGatedAt({ ...bought, unpaid }, '2026-04-23')).toBe(false);
    expect(isGatedAt({ ...bought, unpaid }, '2026-04-24')).toBe(true);
    expect(isGatedAt({ ...opened, isTrialOffered: false }, '2026-03-01')).toBe(true);
    expect(isGatedAt({ ...bought, endedOn: '2026-03-20' }, '2026-03-20')).toBe(true);
  });

  test('waits 14 days for a choice, from the opening or from when BILLING was last switched on', () => {
    expect(isGatedAt(opened, '2026-03-14')).toBe(false);
    expect(isGatedAt(opened, '2026-03-15')).toBe(true);
    expect(isGatedAt({ ...opened, switchedOnOn: '2026-03-10' }, '2026-03-23')).toBe(false);
    expect(isGatedAt({ ...opened, switchedOnOn: '2026-03-10' }, '2026-03-24')).toBe(true);
  });

  test('never closes without billing', () => {
    expect(isGatedAt({ ...opened, isEnabled: false }, '2027-01-01')).toBe(false);
  });
});

test('what is allowed in each status is the page’s table', () => {
  const table: Record<SubscriptionStatus, string> = {
    UNKNOWN: '',
    NO_SUBSCRIPTION: 'BUY',
    CANCELLED_ACTIVE: 'BUY CANCEL RESTORE',
    FREE_TRIAL_SUBSCRIPTION_CONFIGURED: 'BUY CHANGE_QUANTITY CANCEL',
    PAYMENT_REQUIRED: 'BUY PAY CANCEL',
    IN_GRACE_PERIOD: 'PAY CANCEL',
    ACTIVE: 'BUY CHANGE_QUANTITY CANCEL',
    IN_FREE_TRIAL: 'BUY CANCEL',
    FREE_TRIAL_EXPIRED: 'BUY',
    NO_TRIAL_AVAILABLE: 'CHOOSE BUY',
    FREE_TRIAL_AVAILABLE_WITH_PAYMENT_DETAILS: 'CHOOSE START_TRIAL',
    START_FREE_TRIAL: 'CHOOSE START_TRIAL',
    CHOOSE_PRODUCT: 'CHOOSE START_TRIAL',
  };
  expect(Object.fromEntries(subscriptionStatuses.map((status) => [status, allowedCommands(status).join(' ')]))).toEqual(
    table,
  );
});
