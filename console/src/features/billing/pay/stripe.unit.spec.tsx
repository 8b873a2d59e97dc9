import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import {
  billing,
  chosenPlan,
  invoiceList,
  purchase,
  subscription,
  type PurchaseAnswer,
  type SubscriptionAnswer,
} from '@plimsoll/contracts/billing/answers';
import { answer, guid, open } from '../../../lib/test/stage.tsx';
import { Component as Complete } from '../pages/complete.route.tsx';
import { Component as Payment } from '../pages/payment.route.tsx';

const payment = '/settings/organization/payment';
const now: SubscriptionAnswer = {
  subscriptionStatus: 'ACTIVE',
  productGuid: null,
  productKey: 'essentials',
  productName: 'Essentials',
  plan: null,
  paymentMethod: null,
  collectionMethod: 'CHARGE_AUTOMATICALLY',
  address: null,
  emailAddress: null,
  history: [],
  renewalQuantity: null,
  periodFrom: '2026-03-01',
  nextBillingDate: '2026-04-01',
  accessUntil: '2026-04-01',
  quantity: 10,
  memberCount: 10,
  freeTrialRemainingDays: null,
  balance: 0,
  openInvoiceGuid: null,
  nextPayment: null,
  allowedCommands: ['CHANGE_QUANTITY'],
  revision: 9,
};
const bought: PurchaseAnswer = {
  purchaseGuid: guid(70),
  status: 'COMPLETED',
  clientSecret: null,
  declineCode: null,
  invoiceGuid: null,
};

const scripts = () => [...document.querySelectorAll<HTMLScriptElement>('script[src^="https://js.stripe.com"]')];

/**
 * Replaces Stripe's script, which only Stripe may serve and tests cannot load. It accepts a card and a bank's question.
 */
const answeredBy: string[] = [];
function fakeStripe() {
  const element = {
    mount: () => undefined,
    on: () => undefined,
    once: () => undefined,
    off: () => undefined,
    destroy: () => undefined,
    update: () => undefined,
  };
  const elements = (options: object) => (
    answeredBy.push(`elements ${JSON.stringify({ ...options, appearance: undefined })}`),
    { create: () => element, getElement: () => null, update: () => undefined, submit: async () => ({}) }
  );
  const confirmed = async () => ({ confirmationToken: { id: 'ctoken_1abc' } });
  const asked = async ({ clientSecret }: { clientSecret: string }) => (answeredBy.push(`asked ${clientSecret}`), {});
  return Object.assign(
    () => ({
      elements,
      createToken: confirmed,
      createPaymentMethod: confirmed,
      confirmCardPayment: confirmed,
      createConfirmationToken: confirmed,
      handleNextAction: asked,
      registerAppInfo: () => undefined,
      _registerWrapper: () => undefined,
    }),
    { version: 'endive' },
  );
}

function show(address: string, found: PurchaseAnswer = bought) {
  const stage = open(
    [
      { path: payment, Component: Payment },
      { path: '/billing/complete', Component: Complete },
    ],
    address,
    [
      http.get('*/api/billing', () =>
        answer(billing, { isEnabled: true, provider: 'STRIPE', publishableKey: 'pk_test_one', currency: 'CAD' }),
      ),
      http.get('*/api/orgs/:orgGuid/subscription', () => answer(subscription, now)),
      http.get('*/api/orgs/:orgGuid/invoices', () =>
        answer(invoiceList, { items: [], totalCount: 0, limit: 10, offset: 0 }),
      ),
      http.put('*/api/orgs/:orgGuid/subscription', () => answer(chosenPlan, { subscription: now, purchase: bought })),
      http.get('*/api/orgs/:orgGuid/purchases/:purchaseGuid', () => answer(purchase, found)),
    ],
  );
  return { ...stage, user: userEvent.setup() };
}

test('Stripe’s script is loaded only where a card is typed; a failure is shown and can be retried', async () => {
  const { user, asked } = show(payment);
  await screen.findByRole('region', { name: 'Plan' });
  expect(scripts()).toEqual([]);
  await user.click(await screen.findByRole('button', { name: 'Add card' }));
  // The library retries once by itself.
  for (let failed = 0; failed < 2; failed++) {
    await waitFor(() => expect(scripts().filter((one) => one.dataset['failed'] === undefined)).toHaveLength(1));
    const [script] = scripts();
    script!.dataset['failed'] = 'yes';
    script!.dispatchEvent(new Event('error'));
  }
  await screen.findByText('Stripe’s form for cards could not be loaded.');
  expect(screen.queryByLabelText('Card number')).toBeNull();
  (window as { Stripe?: unknown }).Stripe = fakeStripe();
  await user.click(screen.getByRole('button', { name: /again/i }));
  await waitFor(() => expect(answeredBy).toEqual([expect.stringContaining('"mode":"setup"')]));
  expect(answeredBy[0]).toContain('"currency":"cad"');
  expect(answeredBy[0]).toContain('"paymentMethodTypes":["card"]');
  await user.click(screen.getByRole('button', { name: 'Keep this card' }));
  await waitFor(() => expect(asked.some(({ method }) => method === 'PUT')).toBe(true));
  expect(await asked.find(({ method }) => method === 'PUT')!.json()).toEqual({ paymentToken: 'ctoken_1abc' });
});

test('a bank’s question is shown in Stripe’s window', async () => {
  const { user } = show(`/billing/complete?purchase=${guid(70)}`, {
    ...bought,
    status: 'ACTION_REQUIRED',
    clientSecret: 'pi_1_secret_2',
  });
  await user.click(await screen.findByRole('button', { name: 'Answer my bank' }));
  await waitFor(() => expect(answeredBy).toContain('asked pi_1_secret_2'));
});
