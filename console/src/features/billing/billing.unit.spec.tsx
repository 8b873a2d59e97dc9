import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { billingProductList, chosenPlan, subscription, type SubscriptionAnswer } from '@plimsoll/contracts/billing/answers';
import { demoCatalogue } from '@plimsoll/contracts/billing/demo-catalogue';
import { problem } from '@plimsoll/contracts/problem';
import { answer, open } from '../../lib/test/stage.tsx';
import { Component as ChoosePlan } from './choose-plan.route.tsx';
import { Component as Payment } from './payment.route.tsx';

const payment = '/settings/organization/payment';
const [choosing, path] = [`${payment}/choose-plan`, '*/api/orgs/:orgGuid/subscription'];
const routes = [{ path: payment, Component: Payment }, { path: choosing, Component: ChoosePlan }];
const products = demoCatalogue.products.filter(({ isListed }) => isListed).map(({ productGuid, productKey, name, sellingPoints, modules }) => ({
  productGuid, productKey, name, sellingPoints, modules,
  plans: demoCatalogue.plans.filter((plan) => plan.productGuid === productGuid && plan.currency === 'CAD').map(({ productPlanGuid, billingInterval, currency, trialDays, needsBillingInfo, collectionMethods, tiers }) =>
    ({ productPlanGuid, billingInterval, currency, includesFreeTrial: trialDays > 0, trialDays, needsBillingInfo, collectionMethods, tiers })),
}));
const opened: SubscriptionAnswer = {
  subscriptionStatus: 'CHOOSE_PRODUCT', productGuid: null, productKey: null, productName: null, plan: null, paymentMethod: null, collectionMethod: null, address: null, emailAddress: null,
  history: [{ day: '2026-03-01', type: 'BillingOpened', productName: null, until: null }], periodFrom: null, nextBillingDate: null, accessUntil: null, quantity: null, memberCount: 37,
  freeTrialRemainingDays: null, balance: 0, openInvoiceGuid: null, allowedCommands: ['CHOOSE', 'START_TRIAL'], revision: 1,
};
const { collectionMethods: _, trialDays: __, ...plan } = products[0]!.plans[0]!;
const inTrial: SubscriptionAnswer = {
  ...opened, subscriptionStatus: 'IN_FREE_TRIAL', productKey: 'essentials', productName: 'Essentials', plan, emailAddress: 'admin@demo.example', accessUntil: '2026-03-15', freeTrialRemainingDays: 13,
  history: [...opened.history, { day: '2026-03-01', type: 'TrialBegun', productName: null, until: '2026-03-15' }], allowedCommands: ['BUY', 'CANCEL'], revision: 4,
};

function show(address: string, has: SubscriptionAnswer, choose = () => answer(chosenPlan, { subscription: inTrial, purchase: null }, 201)) {
  const stage = open(routes, address, [
    http.get(path, () => answer(subscription, has)), http.get('*/api/billing/:orgGuid/products', () => answer(billingProductList, { items: products, totalCount: products.length })),
    http.post(`${path}/:productKey/:billingFrequency`, choose),
  ]);
  return { ...stage, user: userEvent.setup() };
}

test('payment details tell the plan, the days that are left of the trial, and what became of it', async () => {
  show(payment, inTrial);
  const section = await screen.findByRole('region', { name: 'Plan' });
  for (const words of ['Free trial', 'Essentials, paid by month', '14 days left', 'admin@demo.example', '37']) expect(within(section).getAllByText(words).length).toBeGreaterThan(0);
  expect(within(section).queryByRole('link')).toBeNull();
  expect(within(screen.getByRole('region', { name: 'History' })).getAllByRole('term').map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/^Free trial began, until .*15/), 'Subscription opened']);
});

test('where no plan is chosen there is the way to one', async () => {
  show(payment, opened);
  expect((await screen.findByRole('link', { name: 'Choose Payment Plan' })).getAttribute('href')).toBe(choosing);
});

test('plans stand with their price for the members that there are, and those with a trial begin it', async () => {
  const { user, asked, router } = show(choosing, opened);
  const essentials = await screen.findByRole('list', { name: 'Essentials' });
  expect(within(essentials).getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('130.00 a month14 days free'), expect.stringContaining('1,300.00 a year14 days free'), expect.stringContaining('42.00 a weekNo free trial'), expect.stringContaining('8.40 a dayNo free trial'),
  ]);
  expect(within(essentials).getAllByRole('button')).toHaveLength(2);
  await user.click(within(essentials).getByRole('button', { name: 'Start free trial of Essentials, paid a month' }));
  await screen.findByRole('region', { name: 'Plan' });
  expect(router.state.location.pathname).toBe(payment);
  const sent = asked.find(({ method }) => method === 'POST')!;
  expect(new URL(sent.url).pathname).toMatch(/\/subscription\/essentials\/MONTH$/);
  expect(await sent.json()).toEqual({ startFreeTrial: true, emailAddress: 'admin@demo.example' });
});

test('a trial that is refused leaves the page as it was', async () => {
  const className = 'SubscriptionStateConflict';
  const { user, router } = show(choosing, opened, () => answer(problem, { type: `urn:plimsoll:error:${className}`, title: className, status: 409, className, detail: className, fieldErrors: [], requestId: '1' }, 409) as never);
  await user.click((await screen.findAllByRole('button', { name: /^Start free trial/ }))[0]!);
  expect((await screen.findAllByRole('button', { name: /^Start free trial/ })).length).toBe(4);
  expect(router.state.location.pathname).toBe(choosing);
});

test('in a trial no other begins', async () => {
  show(choosing, inTrial);
  await screen.findByRole('list', { name: 'Complete' });
  expect(screen.queryByRole('button', { name: /^Start free trial/ })).toBeNull();
});
