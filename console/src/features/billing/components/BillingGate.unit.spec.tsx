import { screen } from '@testing-library/react';
import type { SubscriptionStatus } from '@plimsoll/contracts/organizations/subscription';
import type { Permission } from '@plimsoll/contracts/permissions/permissions';
import { open, started } from '../../../lib/test/stage.tsx';
import { BillingGate } from './BillingGate.tsx';

const opened = (subscriptionStatus: SubscriptionStatus, ...held: Permission[]) => {
  const who = started(new Set(held));
  const billingStatus = { ...who.organization.billingStatus, subscriptionStatus };
  open([{ Component: BillingGate, children: [{ path: '/', element: 'The card' }] }], '/', [], {
    ...who,
    organization: { ...who.organization, billingStatus },
  });
};

test('users who manage the subscription see the payment page', async () => {
  opened('PAYMENT_REQUIRED', 'VIEW_AND_MANAGE_BILLING_SUBSCRIPTION');
  await screen.findByText('The card');
});

test.each<[SubscriptionStatus, string]>([
  ['PAYMENT_REQUIRED', 'Payment is overdue'],
  ['NO_SUBSCRIPTION', 'Your subscription has ended'],
  ['ACTIVE', "We don't think you're allowed to see this."],
])('at %s other users see “%s”', async (status, words) => {
  opened(status);
  await screen.findByText(words);
  expect(screen.queryByText('The card')).toBeNull();
});
