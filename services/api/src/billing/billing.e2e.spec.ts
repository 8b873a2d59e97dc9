import { randomUUID } from 'node:crypto';
import { systemEnvelope } from '../commands/own-envelope.ts';
import { TestApplication, type Answer, type TestPerson } from '../../test/test-application.ts';
import { ExtendTrial } from './subscription/extend-trial.ts';
import { OpenBilling } from './open-billing.ts';

let app: TestApplication;
let admin: TestPerson & { token: string };
let org: string;

beforeAll(async () => {
  app = await TestApplication.start();
  const person = await app.register('Ada Quay');
  admin = { ...person, token: await app.signIn(person) };
  const founded = await app.call('POST', '/orgs', {
    token: admin.token,
    body: { creatorGuid: admin.userGuid, name: 'Quay Works', sizeRange: 'ONE_TO_TEN', timeZone: 'America/Edmonton' },
  });
  org = founded.body.guid;
  admin = { ...admin, token: founded.headers.get('Authorization')!.replace('Bearer ', '') };
});
afterAll(() => app?.stop());

const get = (path: string, token = admin.token): Promise<Answer> => app.call('GET', path, { token });
const choose = (body: object, path = 'essentials/MONTH', key: string = randomUUID()): Promise<Answer> =>
  app.call('POST', `/orgs/${org}/subscription/${path}`, {
    token: admin.token,
    headers: { 'Idempotency-Key': key },
    body: { startFreeTrial: true, emailAddress: 'pay@example.com', ...body },
  });
const today = (zone = 'America/Edmonton') => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date());

test('an organization that is founded may choose of what is listed in its currency', async () => {
  expect((await get('/billing')).body).toEqual({
    isEnabled: true,
    provider: 'SANDBOX',
    publishableKey: null,
    currency: 'CAD',
  });
  expect((await get(`/orgs/${org}/subscription`)).body).toMatchObject({
    subscriptionStatus: 'CHOOSE_PRODUCT',
    productName: null,
    plan: null,
    paymentMethod: null,
    balance: 0,
    memberCount: 1,
    allowedCommands: ['CHOOSE', 'START_TRIAL'],
    history: [{ day: today(), type: 'BillingOpened' }],
    revision: 1,
  });
  const {
    body: { items, totalCount },
  } = await get(`/billing/${org}/products`);
  expect([totalCount, items.map(({ productKey }: { productKey: string }) => productKey)]).toEqual([
    2,
    ['essentials', 'complete'],
  ]);
  expect(items[0].plans).toHaveLength(4);
  expect(items[0].plans[0]).toMatchObject({
    billingInterval: 'MONTH',
    currency: 'CAD',
    includesFreeTrial: true,
    trialDays: 14,
    tiers: [{ minQuantity: 1, maxQuantity: 10, flatPrice: 4_900, unitPrice: 0 }, {}, {}, {}],
  });
  expect((await get(`/billing/${org}/products/essentials`)).body).toEqual(items[0]);
  expect((await get(`/billing/${org}/products/${items[0].productGuid}/selling-points`)).body).toMatchObject({
    items: [{ text: 'Report events from any phone' }, {}, {}],
    totalCount: 3,
  });
  for (const path of ['products/pilot', `products/${org}/selling-points`])
    expect(await get(`/billing/${org}/${path}`)).toMatchObject({
      status: 404,
      body: { className: 'BillingLineItemNotFound' },
    });
});

test('a partner’s code is found case-insensitively while it is valid, and refused after twenty wrong codes in an hour', async () => {
  expect((await get(`/billing/${org}/discounts/harbour`)).body).toMatchObject({
    code: 'HARBOUR',
    partnerName: 'Harbour Association',
    trialDays: 0,
    validTo: null,
    plans: [{ discounts: [{ minQuantity: 11, discountFlatPrice: 900 }] }, {}, {}],
  });
  for (const code of ['OLDPORT', 'nobody'])
    expect(await get(`/billing/${org}/discounts/${code}`)).toMatchObject({
      status: 404,
      body: { className: 'PromotionalCodeNotFound' },
    });
  expect(await get(`/billing/${org}/discounts/%20`)).toMatchObject({
    status: 400,
    body: { className: 'MissingPromotionalCode' },
  });
  const guesses = await Promise.all(
    Array.from({ length: 20 }, (_, index) => get(`/billing/${org}/discounts/GUESS${index}`)),
  );
  expect(guesses.filter(({ status }) => status === 404)).toHaveLength(18);
  // Twenty wrong codes were tried: a valid one is refused as well.
  expect(await get(`/billing/${org}/discounts/HARBOUR`)).toMatchObject({
    status: 429,
    body: { className: 'TooManyAttempts' },
  });
});

test('every member sees the billing status, but only billing managers see the subscription', async () => {
  const member = await app.member(org, 'standard', 'Stan Reef');
  const manager = await app.member(org, ['VIEW_AND_MANAGE_BILLING_SUBSCRIPTION'], 'Bo Ledger');
  expect((await get(`/orgs/${org}/subscription/billing-status`, member.token)).status).toBe(200);
  expect(await get(`/orgs/${org}/subscription`, member.token)).toMatchObject({ status: 403 });
  expect((await get(`/orgs/${org}/subscription`, manager.token)).body).toMatchObject({ memberCount: 3 });
});

test('a trial begins once, counts down, and is part of the startup data', async () => {
  expect(await choose({}, 'essentials/WEEK')).toMatchObject({
    status: 409,
    body: { className: 'SubscriptionStateConflict', state: 'NO_TRIAL_AVAILABLE', allowedCommands: ['CHOOSE', 'BUY'] },
  });
  expect(await choose({}, 'pilot/NONE')).toMatchObject({ status: 404, body: { className: 'BillingLineItemNotFound' } });
  expect(await choose({ emailAddress: 'nobody', quantity: 1_001 })).toMatchObject({
    status: 400,
    body: { fieldErrors: [{ field: 'emailAddress', className: 'MalformedEmailAddress' }, { field: 'quantity' }] },
  });
  const key = randomUUID();
  const [first, again] = [
    await choose({ quantity: 5 }, 'essentials/MONTH', key),
    await choose({ quantity: 5 }, 'essentials/MONTH', key),
  ];
  expect(first).toMatchObject({
    status: 201,
    body: {
      purchase: null,
      subscription: {
        subscriptionStatus: 'IN_FREE_TRIAL',
        productKey: 'essentials',
        productName: 'Essentials',
        plan: { billingInterval: 'MONTH', currency: 'CAD' },
        quantity: 5,
        emailAddress: 'pay@example.com',
        freeTrialRemainingDays: 13,
        nextBillingDate: null,
        allowedCommands: ['BUY', 'CANCEL'],
      },
    },
  });
  expect(again.body).toEqual(first.body);
  expect(await choose({})).toMatchObject({
    status: 409,
    body: { state: 'IN_FREE_TRIAL', allowedCommands: ['BUY', 'CANCEL'] },
  });

  const status = (await get(`/orgs/${org}/subscription/billing-status`)).body;
  expect(status).toMatchObject({
    subscriptionStatus: 'IN_FREE_TRIAL',
    planName: 'Essentials',
    freeTrialRemainingDays: 13,
    isWalled: false,
    showsTrialBanner: true,
  });
  expect((await get('/startup')).body.organization.billingStatus).toEqual(status);
  expect((await get(`/orgs/${org}`)).body).toMatchObject({
    subscriptionStatus: 'IN_FREE_TRIAL',
    plan: {
      name: 'Essentials',
      productPlanGuid: first.body.subscription.plan.productPlanGuid,
      paymentDetails: { hasPaymentDetails: false },
    },
  });
});

test('a past day is shown as it was; a future day is refused', async () => {
  for (const path of ['subscription', 'subscription/billing-status']) {
    expect((await get(`/orgs/${org}/${path}?asOf=2020-01-01`)).body).toMatchObject({
      subscriptionStatus: 'UNKNOWN',
      freeTrialRemainingDays: null,
    });
    expect((await get(`/orgs/${org}/${path}?asOf=${today()}`)).body).toMatchObject({
      subscriptionStatus: 'IN_FREE_TRIAL',
    });
    expect(await get(`/orgs/${org}/${path}?asOf=2150-01-01`)).toMatchObject({
      status: 400,
      body: { className: 'MalformedDate', fieldErrors: [{ field: 'asOf' }] },
    });
  }
});

test('an organization from before there was billing is unknown until an operator opens it, and reports in any case', async () => {
  const older = await app.found('Older Works');
  const { token } = await app.member(older, 'admin', 'Olga Reef');
  expect((await get(`/orgs/${older}/subscription`, token)).body).toMatchObject({
    subscriptionStatus: 'UNKNOWN',
    plan: null,
    balance: null,
    memberCount: null,
    history: [],
    allowedCommands: [],
    revision: 0,
  });
  const { commands } = app.api.application;
  expect(await commands.execute(new ExtendTrial(systemEnvelope({ tenant: older }), 7))).toMatchObject({
    refused: 'SubscriptionStateConflict',
    facts: { state: 'UNKNOWN' },
  });
  expect(await commands.execute(new OpenBilling(systemEnvelope({ tenant: older })))).toMatchObject({ changed: true });
  expect(await commands.execute(new OpenBilling(systemEnvelope({ tenant: older })))).toMatchObject({ changed: false });
  expect(await commands.execute(new OpenBilling(systemEnvelope({ tenant: randomUUID() })))).toEqual({
    refused: 'OrganizationNotFound',
  });
  expect((await get(`/orgs/${older}/subscription`, token)).body).toMatchObject({
    subscriptionStatus: 'CHOOSE_PRODUCT',
  });
});
