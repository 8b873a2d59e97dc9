import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import {
  billingProductList,
  chosenPlan,
  invoiceList,
  subscription,
  type SubscriptionAnswer,
} from '@plimsoll/contracts/billing/answers';
import { demoCatalogue } from '@plimsoll/contracts/billing/demo-catalogue';
import { problem } from '@plimsoll/contracts/errors/problem';
import { subscriptionStatuses, type SubscriptionStatus } from '@plimsoll/contracts/organizations/subscription';
import { invoiceStatus } from './labels.ts';
import { landingOf, landings } from './paths.ts';
import { answer, open, started } from '../../lib/test/stage.tsx';
import { Component as ChooseAPlan } from './pages/choose-a-plan.route.tsx';
import { Component as ChooseProduct } from './pages/choose-product.route.tsx';
import { Component as TrialEnded } from './pages/free-trial-ended.route.tsx';
import { Component as StartTrial } from './pages/start-your-free-trial.route.tsx';
import { Component as ChoosePlan } from './pages/choose-plan.route.tsx';
import { Component as Payment } from './pages/payment.route.tsx';
import { PaymentDue } from './components/PaymentDue.tsx';

const payment = '/settings/organization/payment';
const [choosing, path] = [`${payment}/choose-plan`, '*/api/orgs/:orgGuid/subscription'];
const routes = [
  { path: payment, Component: Payment },
  { path: choosing, Component: ChoosePlan },
];
const products = demoCatalogue.products
  .filter(({ isListed }) => isListed)
  .map(({ productGuid, productKey, name, sellingPoints, modules }) => ({
    productGuid,
    productKey,
    name,
    sellingPoints,
    modules,
    plans: demoCatalogue.plans
      .filter((plan) => plan.productGuid === productGuid && plan.currency === 'CAD')
      .map(({ productPlanGuid, billingInterval, currency, trialDays, needsBillingInfo, collectionMethods, tiers }) => ({
        productPlanGuid,
        billingInterval,
        currency,
        includesFreeTrial: trialDays > 0,
        trialDays,
        needsBillingInfo,
        collectionMethods,
        tiers,
      })),
  }));
const opened: SubscriptionAnswer = {
  subscriptionStatus: 'CHOOSE_PRODUCT',
  productGuid: null,
  productKey: null,
  productName: null,
  plan: null,
  paymentMethod: null,
  collectionMethod: null,
  address: null,
  emailAddress: null,
  history: [{ day: '2026-03-01', type: 'BillingOpened', productName: null, until: null }],
  periodFrom: null,
  nextBillingDate: null,
  accessUntil: null,
  quantity: null,
  renewalQuantity: null,
  memberCount: 37,
  freeTrialRemainingDays: null,
  balance: 0,
  openInvoiceGuid: null,
  nextPayment: null,
  allowedCommands: ['CHOOSE', 'START_TRIAL'],
  revision: 1,
};
const { collectionMethods: _, trialDays: __, ...plan } = products[0]!.plans[0]!;
const inTrial: SubscriptionAnswer = {
  ...opened,
  subscriptionStatus: 'IN_FREE_TRIAL',
  productKey: 'essentials',
  productName: 'Essentials',
  plan,
  emailAddress: 'admin@demo.example',
  accessUntil: '2026-03-15',
  freeTrialRemainingDays: 13,
  history: [...opened.history, { day: '2026-03-01', type: 'TrialBegun', productName: null, until: '2026-03-15' }],
  allowedCommands: ['BUY', 'CANCEL'],
  revision: 4,
};

function show(
  address: string,
  has: SubscriptionAnswer,
  choose = () => answer(chosenPlan, { subscription: inTrial, purchase: null }, 201),
) {
  const stage = open(routes, address, [
    http.get(path, () => answer(subscription, has)),
    http.get('*/api/orgs/:orgGuid/invoices', () =>
      answer(invoiceList, { items: [], totalCount: 0, limit: 10, offset: 0 }),
    ),
    http.get('*/api/billing/:orgGuid/products', () =>
      answer(billingProductList, { items: products, totalCount: products.length }),
    ),
    http.post(`${path}/:productKey/:billingFrequency`, choose),
  ]);
  return { ...stage, user: userEvent.setup() };
}

test('payment details show the plan, the remaining days of the trial and the history; a purchase that failed by its charge appears once', async () => {
  const step = (type: string, day: string) => ({ day, type, productName: null, until: null });
  const tried = [
    step('PurchaseBegun', '2026-03-02'),
    step('ChargeRequested', '2026-03-02'),
    step('ChargeFailed', '2026-03-02'),
    step('PurchaseFailed', '2026-03-02'),
    step('PurchaseBegun', '2026-03-03'),
    step('PurchaseFailed', '2026-03-03'),
  ];
  show(payment, { ...inTrial, history: [...inTrial.history, ...tried] });
  const section = await screen.findByRole('region', { name: 'Plan' });
  for (const words of ['Free trial', 'Essentials, paid by month', '14 days left', '37'])
    expect(within(section).getAllByText(words).length).toBeGreaterThan(0);
  expect(screen.getByText('admin@demo.example')).toBeTruthy();
  await screen.findByText('There is no invoice yet.');
  expect(within(section).getByRole('link', { name: 'Switch Payment Plan' }).getAttribute('href')).toBe(choosing);
  expect(
    within(screen.getByRole('region', { name: 'History' }))
      .getAllByRole('term')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Purchase failed',
    'Charge failed',
    expect.stringMatching(/^Free trial began, until .*15/),
    'Subscription opened',
  ]);
});

test('of a long history the newest entries appear first, and the earlier ones on request', async () => {
  const day = (n: number) => `2026-03-${String(n).padStart(2, '0')}`;
  const history = Array.from({ length: 20 }, (_, at) => ({
    day: day(at + 1),
    type: 'InvoiceIssued',
    productName: null,
    until: null,
  }));
  const { user } = show(payment, { ...inTrial, history });
  const section = await screen.findByRole('region', { name: 'History' });
  expect(within(section).getAllByText('Invoice issued')).toHaveLength(12);
  expect(within(section).getByText('20 Mar 2026')).toBeTruthy();
  await user.click(within(section).getByRole('button', { name: 'Show earlier history' }));
  expect(within(section).getAllByText('Invoice issued')).toHaveLength(20);
  expect(within(section).queryByRole('button', { name: 'Show earlier history' })).toBeNull();
});

describe('fewer users', () => {
  const paid: SubscriptionAnswer = {
    ...inTrial,
    subscriptionStatus: 'ACTIVE',
    allowedCommands: ['BUY', 'CHANGE_QUANTITY', 'CANCEL'],
    freeTrialRemainingDays: null,
    periodFrom: '2026-03-01',
    nextBillingDate: '2026-04-01',
    quantity: 40,
    memberCount: 37,
  };

  const asking = async (has: SubscriptionAnswer) => {
    const stage = show(payment, has);
    await stage.user.click(await screen.findByRole('button', { name: 'Fewer users at renewal' }));
    const dialog = await screen.findByRole('dialog');
    const type = async (users: string) => {
      const field = within(dialog).getByRole('textbox', { name: /Number of users/ });
      await stage.user.clear(field);
      await stage.user.type(field, users);
      await stage.user.click(within(dialog).getByRole('button', { name: 'Save users' }));
    };
    const sent = () => stage.asked.filter(({ method }) => method === 'PUT');
    return { ...stage, dialog, type, sent };
  };

  test.each([
    ['36', 'There are 37 members'],
    ['41', 'You have 40 users. For more, close this and choose “Change users”.'],
  ])('a number of %s is refused on the page', async (users, message) => {
    const { dialog, type, sent } = await asking(paid);
    await type(users);
    expect((await within(dialog).findAllByText(message)).length).toBeGreaterThan(0);
    expect(sent()).toEqual([]);
  });

  test('are requested for the next period', async () => {
    const { type, sent } = await asking(paid);
    await type('38');
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(await sent()[0]!.json()).toEqual({ quantity: 38 });
  });

  test('that are requested are shown, and can be withdrawn when no user is spare any more', async () => {
    const { dialog, type, sent } = await asking({ ...paid, quantity: 37, renewalQuantity: 36, memberCount: 37 });
    expect(within(dialog).getByRole<HTMLInputElement>('textbox', { name: /Number of users/ }).value).toBe('36');
    expect(screen.getByText('Users from the next payment')).toBeTruthy();
    await type('37');
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(await sent()[0]!.json()).toEqual({ quantity: 37 });
  });

  test.each<[string, Partial<SubscriptionAnswer>]>([
    ['every user is a member', { quantity: 37 }],
    ['nothing is paid for', { periodFrom: null }],
    ['the subscription does not allow it', { allowedCommands: ['BUY'] }],
  ])('cannot be requested when %s', async (_, more) => {
    show(payment, { ...paid, ...more });
    await screen.findByRole('region', { name: 'Plan' });
    expect(screen.queryByRole('button', { name: 'Fewer users at renewal' })).toBeNull();
  });
});

test('without a plan there is a link to the plans', async () => {
  show(payment, opened);
  expect((await screen.findByRole('link', { name: 'Choose Payment Plan' })).getAttribute('href')).toBe(choosing);
});

test('plans show their price for the current members, and start their trial', async () => {
  const { user, asked, router } = show(choosing, opened);
  const essentials = await screen.findByRole('list', { name: 'Essentials' });
  expect(
    within(essentials)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/130\.00 a month.*1,560\.00 over a year · 14 days free/),
    expect.stringContaining('1,300.00 a year14 days free'),
    expect.stringMatching(/42\.00 a week.*2,184\.00 over a year · No free trial/),
    expect.stringMatching(/8\.40 a day.*3,066\.00 over a year · No free trial/),
  ]);
  expect(
    within(essentials)
      .getAllByRole('button')
      .map((button) => button.textContent),
  ).toEqual(['Start free trial', 'Start free trial', 'Choose', 'Choose']);
  await user.click(within(essentials).getByRole('button', { name: 'Start free trial of Essentials, paid a month' }));
  await screen.findByRole('region', { name: 'Plan' });
  expect(router.state.location.pathname).toBe(payment);
  const sent = asked.find(({ method }) => method === 'POST')!;
  expect(new URL(sent.url).pathname).toMatch(/\/subscription\/essentials\/MONTH$/);
  expect(await sent.json()).toEqual({ startFreeTrial: true, emailAddress: 'admin@demo.example' });
});

test('if the chosen plan has no trial, another plan has to be chosen before its trial starts', async () => {
  const weekly = products[0]!.plans.find(({ billingInterval }) => billingInterval === 'WEEK')!;
  const { collectionMethods: _methods, trialDays: _days, ...chosen } = weekly;
  const { user, asked } = show(choosing, {
    ...opened,
    subscriptionStatus: 'NO_TRIAL_AVAILABLE',
    productKey: 'essentials',
    productName: 'Essentials',
    plan: chosen,
    allowedCommands: ['CHOOSE', 'BUY'],
    revision: 2,
  });
  const essentials = await screen.findByRole('list', { name: 'Essentials' });
  expect(
    within(essentials)
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label')),
  ).toEqual(['Choose Essentials, paid by month', 'Choose Essentials, paid by year']);
  expect(within(essentials).getAllByText(/14 days free/)).toHaveLength(2);
  await user.click(within(essentials).getByRole('button', { name: 'Choose Essentials, paid by month' }));
  await waitFor(() => expect(asked.some(({ method }) => method === 'POST')).toBe(true));
  expect(await asked.find(({ method }) => method === 'POST')!.json()).toEqual({
    startFreeTrial: false,
    emailAddress: 'admin@demo.example',
  });
});

test('a rejected trial leaves the page unchanged', async () => {
  const className = 'SubscriptionStateConflict';
  const { user, router } = show(
    choosing,
    opened,
    () =>
      answer(
        problem,
        {
          type: `urn:plimsoll:error:${className}`,
          title: className,
          status: 409,
          className,
          detail: className,
          fieldErrors: [],
          requestId: '1',
        },
        409,
      ) as never,
  );
  await user.click((await screen.findAllByRole('button', { name: /^Start free trial/ }))[0]!);
  expect((await screen.findAllByRole('button', { name: /^Start free trial/ })).length).toBe(4);
  expect(router.state.location.pathname).toBe(choosing);
});

test('during a trial no other trial can start, and plans can be bought', async () => {
  show(choosing, inTrial);
  const complete = await screen.findByRole('list', { name: 'Complete' });
  expect(screen.queryByRole('button', { name: /^Start free trial/ })).toBeNull();
  const { productGuid, plans } = products[1]!;
  expect(within(complete).getByRole('link', { name: 'Buy Complete, paid by month' }).getAttribute('href')).toBe(
    `${choosing}/${productGuid}/${plans.find(({ billingInterval }) => billingInterval === 'MONTH')!.productPlanGuid}`,
  );
});

test.each([
  ['ACTIVE', null],
  ['FREE_TRIAL_SUBSCRIPTION_CONFIGURED', null],
  ['IN_FREE_TRIAL', 'Keep Essentials, paid by month'],
  ['CANCELLED_ACTIVE', 'Restore'],
  ['PAYMENT_REQUIRED', 'Pay what is overdue'],
] as const)('the current plan is never offered: at %s its row has %j', async (subscriptionStatus, action) => {
  const { plans } = products.find(({ productKey }) => productKey === 'essentials')!;
  const monthly = plans.find(({ billingInterval }) => billingInterval === 'MONTH')!;
  const { collectionMethods: _methods, trialDays: _days, ...current } = monthly;
  show(choosing, { ...inTrial, subscriptionStatus, plan: current, allowedCommands: ['BUY'] });
  const essentials = await screen.findByRole('list', { name: 'Essentials' });
  const row = within(essentials)
    .getAllByRole('listitem')
    .find(({ textContent }) => textContent.includes('Your plan'))!;
  expect(
    within(row)
      .queryAllByRole('link')
      .map((link) => link.getAttribute('aria-label') ?? link.textContent),
  ).toEqual(action === null ? [] : [action]);
  expect(screen.queryByRole('link', { name: /^(Buy|Switch to) Essentials, paid by month$/ })).toBeNull();
});

test('the next payment has its amount beside its date, and nothing is called paid before a payment', async () => {
  show(payment, {
    ...inTrial,
    subscriptionStatus: 'FREE_TRIAL_SUBSCRIPTION_CONFIGURED',
    collectionMethod: 'CHARGE_AUTOMATICALLY',
    nextBillingDate: '2026-03-15',
    nextPayment: { date: '2026-03-15', quantity: 37, total: 13650, currency: 'CAD', hasTax: true },
    history: [...inTrial.history, { day: '2026-03-01', type: 'PeriodBegun', productName: null, until: null }],
  });
  const terms = await screen.findByText('Next payment');
  expect(terms.nextElementSibling!.textContent).toMatch(/^CAD\s136\.50 on /);
  expect(screen.getByText('How you pay').nextElementSibling!.textContent).toBe('By card');
  expect(screen.queryByText(/^Paid/)).toBeNull();
});

test('an invoice of nothing was not paid', () => {
  expect(invoiceStatus({ status: 'PAID', total: 0 })).toBe('Nothing due');
  expect(invoiceStatus({ status: 'PAID', total: 5145 })).toBe('Paid');
  expect(invoiceStatus({ status: 'OPEN', total: 5145 })).toBe('Open');
});

/** Expected landing page of each status, written out by hand. */
const expectedLandings: Record<SubscriptionStatus, string | undefined> = {
  UNKNOWN: undefined,
  CANCELLED_ACTIVE: undefined,
  FREE_TRIAL_SUBSCRIPTION_CONFIGURED: undefined,
  IN_GRACE_PERIOD: undefined,
  ACTIVE: undefined,
  IN_FREE_TRIAL: undefined,
  NO_SUBSCRIPTION: payment,
  PAYMENT_REQUIRED: payment,
  FREE_TRIAL_EXPIRED: '/billing/free-trial-ended',
  NO_TRIAL_AVAILABLE: '/billing/choose-a-plan',
  FREE_TRIAL_AVAILABLE_WITH_PAYMENT_DETAILS: '/billing/start-your-free-trial',
  START_FREE_TRIAL: '/billing/choose-product',
  CHOOSE_PRODUCT: '/billing/choose-product',
};
const landingRoutes = [
  { path: '/billing/choose-product', Component: ChooseProduct },
  { path: '/billing/choose-a-plan', Component: ChooseAPlan },
  { path: '/billing/free-trial-ended', Component: TrialEnded },
  { path: '/billing/start-your-free-trial', Component: StartTrial },
];

test('the landing page depends on the subscription status', () => {
  expect(Object.fromEntries(subscriptionStatuses.map((status) => [status, landings[status]]))).toEqual(
    expectedLandings,
  );
});

test('prices replace home only when a plan is due: an organization that has chosen nothing sees its dashboard first', () => {
  const home = (subscriptionStatus: SubscriptionStatus, isWalled: boolean) =>
    landingOf({ subscriptionStatus, isWalled });
  expect(home('CHOOSE_PRODUCT', false)).toBeUndefined();
  expect(home('CHOOSE_PRODUCT', true)).toBe('/billing/choose-product');
  // A plan was chosen: its trial is one press away.
  expect(home('START_FREE_TRIAL', false)).toBe('/billing/choose-product');
  expect(home('FREE_TRIAL_EXPIRED', true)).toBe('/billing/free-trial-ended');
});

describe.each(
  subscriptionStatuses.flatMap((status) =>
    expectedLandings[status] ? [[status, expectedLandings[status]] as const] : [],
  ),
)('at %s', (status, address) => {
  function land(permissions: Parameters<typeof started>[0]) {
    const who = started(permissions);
    const billingStatus = {
      subscriptionStatus: status,
      planName: 'Essentials',
      freeTrialRemainingDays: null,
      nextBillingDate: null,
      accessUntil: null,
      isWalled: true,
      showsTrialBanner: false,
    };
    const pays = permissions?.has('VIEW_AND_MANAGE_BILLING_SUBSCRIPTION');
    open(
      [...landingRoutes, { path: payment, Component: pays ? Payment : PaymentDue }],
      address,
      [
        http.get(path, () => answer(subscription, { ...opened, subscriptionStatus: status, allowedCommands: [] })),
        http.get('*/api/orgs/:orgGuid/invoices', () =>
          answer(invoiceList, { items: [], totalCount: 0, limit: 10, offset: 0 }),
        ),
        http.get('*/api/billing/:orgGuid/products', () =>
          answer(billingProductList, { items: products, totalCount: products.length }),
        ),
      ],
      { ...who, organization: { ...who.organization, isAdmin: false, billingStatus } },
    );
  }

  test('users who manage the subscription see it', async () => {
    land(new Set(['VIEW_AND_MANAGE_BILLING_SUBSCRIPTION']));
    expect(
      await (address === payment
        ? screen.findByRole('region', { name: 'Plan' })
        : screen.findByRole('list', { name: 'Essentials' })),
    ).toBeTruthy();
    expect(screen.queryByText('Please contact your organization administrator.')).toBeNull();
  });

  test('other users see whom to contact, and can still report and read', async () => {
    land(new Set());
    await screen.findByText('Please contact your organization administrator.');
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect([
      screen.getByRole('link', { name: 'Report an event' }).getAttribute('href'),
      screen.getByRole('link', { name: 'See the records' }).getAttribute('href'),
    ]).toEqual(['/events/add', '/events/list/1']);
    expect(screen.queryByRole('list', { name: 'Essentials' })).toBeNull();
  });
});

test('a notice says that nothing is on sale', async () => {
  open(landingRoutes, '/billing/choose-product', [
    http.get(path, () => answer(subscription, opened)),
    http.get('*/api/billing/:orgGuid/products', () => answer(billingProductList, { items: [], totalCount: 0 })),
  ]);
  await screen.findByText('There is no plan on sale today.');
});
