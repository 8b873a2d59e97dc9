import { screen } from '@testing-library/react';
import type { BillingStatus } from '@plimsoll/contracts/organizations/subscription';
import { allPermissions, type Permission } from '@plimsoll/contracts/permissions/permissions';
import { open, started } from '../../lib/test/stage.tsx';
import { SubscriptionBanner } from './SubscriptionBanner.tsx';

const restrictions =
  'Reporting, reviews, corrective actions, reading and leaving go on; other changes wait for a plan.';
const none = {
  planName: null,
  freeTrialRemainingDays: null,
  nextBillingDate: null,
  accessUntil: null,
  isWalled: false,
  showsTrialBanner: true,
};

async function bannerText(
  status: Partial<BillingStatus>,
  permissions: ReadonlySet<Permission> = new Set(),
): Promise<string> {
  const who = started(permissions);
  open(
    [
      {
        path: '/',
        element: (
          <div data-testid="banner">
            <SubscriptionBanner />
          </div>
        ),
      },
    ],
    '/',
    [],
    {
      ...who,
      organization: { ...who.organization, billingStatus: { subscriptionStatus: 'UNKNOWN', ...none, ...status } },
    },
  );
  return (await screen.findByTestId('banner')).textContent;
}

test.each<[Partial<BillingStatus>, string]>([
  [
    { subscriptionStatus: 'IN_FREE_TRIAL', freeTrialRemainingDays: 6, planName: 'Standard' },
    '7 days left in your free trial of Standard.',
  ],
  [
    { subscriptionStatus: 'IN_FREE_TRIAL', freeTrialRemainingDays: 0, planName: null },
    '1 day left in your free trial.',
  ],
  [
    { subscriptionStatus: 'IN_GRACE_PERIOD' },
    'Payment is overdue on this account. Please contact your organization administrator.',
  ],
  [
    { subscriptionStatus: 'PAYMENT_REQUIRED' },
    'Payment is overdue on this account. Please contact your organization administrator.',
  ],
  [{ subscriptionStatus: 'CANCELLED_ACTIVE' }, 'Your organization has cancelled their account.'],
  [
    { subscriptionStatus: 'FREE_TRIAL_EXPIRED', isWalled: true },
    `Your free trial has ended. ${restrictions} Please contact your organization administrator.`,
  ],
  [
    { subscriptionStatus: 'NO_SUBSCRIPTION', isWalled: true },
    `Your subscription has ended. ${restrictions} Please contact your organization administrator.`,
  ],
  [
    { subscriptionStatus: 'CHOOSE_PRODUCT', isWalled: true },
    `No plan is running yet. ${restrictions} Please contact your organization administrator.`,
  ],
])('%j has the text of the specification, with one day more than the server counts', async (status, text) => {
  expect(await bannerText(status)).toBe(text);
});

test('a date is shown if there is one, and users who manage billing are not referred to an administrator', async () => {
  expect(await bannerText({ subscriptionStatus: 'CANCELLED_ACTIVE', nextBillingDate: '2026-12-31' })).toMatch(
    /^Your organization has cancelled their account\. You will retain access premium features until .*2026\.$/,
  );
});

test.each<[Partial<BillingStatus>, string]>([
  [{ subscriptionStatus: 'IN_FREE_TRIAL', freeTrialRemainingDays: 6 }, '7 days left in your free trial.Upgrade'],
  [{ subscriptionStatus: 'PAYMENT_REQUIRED' }, 'Payment is overdue on this account.Manage payment'],
  [{ subscriptionStatus: 'CANCELLED_ACTIVE' }, 'Your organization has cancelled their account.Restore'],
  [
    { subscriptionStatus: 'FREE_TRIAL_EXPIRED', isWalled: true },
    `Your free trial has ended. ${restrictions}Choose a plan`,
  ],
])('%j has a link for users who manage billing', async (status, text) => {
  expect(await bannerText(status, allPermissions)).toBe(text);
});
