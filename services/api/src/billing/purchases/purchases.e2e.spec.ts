import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { address, begunPurchase, founderIn, type Buyer } from '../../../test/buyers.ts';
import { intentsOf as intentsIn, stopTakingPayments, takingPayments } from '../../../test/payments.ts';
import { TestApplication } from '../../../test/test-application.ts';
import { followUpsOf } from '../../commands/follow-up.ts';
import { billingTime } from '@plimsoll/contracts/billing/billing-state';
import { dueSteps } from '@plimsoll/contracts/billing/due-steps';
import type { CommandEnvelope } from '../../commands/command-envelope.ts';
import type { Outcome } from '../../commands/execute.ts';
import { systemEnvelope } from '../../commands/own-envelope.ts';
import { followUps } from '../../commands/follow-ups.ts';
import { billingStream, billingDecider } from '../billing-stream.ts';
import { ResumeBilling } from '../subscription/resume-billing.ts';
import { ResumeRefund } from '../invoices/resume-refund.ts';
import { ForwardBilling } from '../subscription/forward-billing.ts';
import { MoveBillingClock } from '../subscription/move-billing-clock.ts';
import { PaymentsAway } from '../provider/payments.ts';
import { ReconcilePayments } from '../provider/reconcile-payments.ts';
import { RecordPayment } from '../provider/record-payment.ts';
import { RefundInvoice } from '../invoices/refund-invoice.ts';
import { StripePayments } from '../provider/stripe-payments.ts';
import { TakeBillingStep } from '../subscription/take-billing-step.ts';
import { nameOfStep } from '../subscription/take-billing-step.rule.ts';

let app: TestApplication;

beforeAll(async () => void (app = await TestApplication.start(takingPayments)));
afterAll(async () => {
  await app?.stop();
  await stopTakingPayments();
});

const intentsOf = (org: string) => intentsIn(app.database, org);
const nextMonth = () => expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
const founder = (...by: [channelPartner?: string | null, utmCampaign?: string | null]) => founderIn(app, ...by);

test('a quote says line by line what a plan costs, with the taxes of the address, and is charged when the trial is over', async () => {
  const buyer = await founder();
  const { body } = await buyer.get('subscription/essentials/MONTH?quantity=201&country=CA&province=BC');
  expect(body).toMatchObject({
    subtotal: 55_120,
    discount: 0,
    credit: 0,
    tax: 6_614,
    total: 61_734,
    dueNow: 61_734,
    taxSource: 'CATALOGUE',
    taxes: [
      { name: 'GST', rate: 5, cents: 2_756 },
      { name: 'PST', rate: 7, cents: 3_858 },
    ],
    quantity: 201,
    currency: 'CAD',
    displayYearly: 661_440,
  });
  expect(body.lines.map(({ kind, cents }: { kind: string; cents: number }) => [kind, cents])).toEqual([
    ['PRICE', 55_120],
    ['TAX', 2_756],
    ['TAX', 3_858],
  ]);
  expect((await buyer.get('subscription/essentials/MONTH')).body).toMatchObject({
    quantity: 1,
    taxSource: 'NO_ADDRESS',
    tax: 0,
    total: 4_900,
  });
  expect(
    (await buyer.get('subscription/complete/MONTH?quantity=20&country=CA&province=AB&discountCode=northwind')).body,
  ).toMatchObject({ subtotal: 15_900, discount: 3_000, tax: 645, total: 13_545 });
  expect(await buyer.get('subscription/complete/MONTH?discountCode=%20')).toMatchObject({
    status: 400,
    body: { className: 'MissingPromotionalCode' },
  });
  expect(await buyer.get('subscription/complete/MONTH?discountCode=OLDPORT')).toMatchObject({
    status: 404,
    body: { className: 'PromotionalCodeNotFound' },
  });
  expect(await buyer.get('subscription/pilot/NONE')).toMatchObject({
    status: 404,
    body: { className: 'BillingLineItemNotFound' },
  });
  expect(await buyer.get('subscription/essentials/MONTH?quantity=1001')).toMatchObject({
    status: 400,
    body: { fieldErrors: [{ field: 'quantity', message: expect.stringContaining('contact sales') }] },
  });
  const withTrial = await founder(null);
  expect((await withTrial.get('subscription/essentials/MONTH?quantity=11&country=CA&province=AB')).body).toMatchObject({
    total: 5_460,
    dueNow: 0,
  });
  const asToken = await app.call('GET', `/orgs/${buyer.org}/subscription`, { token: body.quote });
  expect(asToken).toMatchObject({ status: 401, body: { className: 'NonParsableJwt' } });
});

test('after twenty wrong codes, every code is refused for an hour', async () => {
  const buyer = await founder();
  for (let tried = 0; tried < 20; tried++)
    expect((await buyer.get(`subscription/complete/MONTH?discountCode=GUESS${tried}`)).status).toBe(404);
  expect((await buyer.get('subscription/complete/MONTH?discountCode=NORTHWIND')).body.className).toBe(
    'TooManyAttempts',
  );
  expect((await buyer.get('subscription/complete/MONTH')).status).toBe(200);
});

test('a plan is charged once, however often it is sent, and has an invoice by its number', async () => {
  const buyer = await founder();
  const {
    body: { quote },
  } = await buyer.get('subscription/essentials/MONTH?quantity=11&country=CA&province=AB');
  const key = randomUUID();
  const [first, again] = await Promise.all([
    buyer.buy({ quote }, undefined, key),
    buyer.buy({ quote }, undefined, key),
  ]);
  expect(first).toMatchObject({
    status: 200,
    body: {
      purchase: { status: 'COMPLETED', declineCode: null, invoiceGuid: expect.any(String) },
      subscription: {
        subscriptionStatus: 'ACTIVE',
        productKey: 'essentials',
        quantity: 11,
        paymentMethod: { brand: 'visa', last4Digits: '4242' },
        address,
        emailAddress: 'pay@example.com',
        nextBillingDate: nextMonth(),
        openInvoiceGuid: null,
        balance: 0,
      },
    },
  });
  expect(again.body.purchase).toEqual(first.body.purchase);
  expect((await buyer.buy({ quote }, undefined, key)).body.purchase).toEqual(first.body.purchase);
  expect(await buyer.charged()).toEqual([{ cents: 5_460, key: expect.any(String), card: '4242' }]);
  expect((await buyer.get(`purchases/${first.body.purchase.purchaseGuid}`)).body).toEqual(first.body.purchase);
  expect(await buyer.get(`purchases/${randomUUID()}`)).toMatchObject({
    status: 404,
    body: { className: 'BillingLineItemNotFound' },
  });
  expect(first.body.subscription.history.map(({ type }: { type: string }) => type)).toEqual([
    'BillingOpened',
    'PurchaseBegun',
    'ChargeRequested',
    'ChargeSucceeded',
    'PaymentMethodSet',
    'BillingDetailsChanged',
    'PlanBought',
    'PeriodBegun',
    'InvoiceIssued',
    'InvoicePaid',
    'PurchaseCompleted',
  ]);
  const issued = {
    number: `${buyer.org.slice(-12)}-1`,
    kind: 'INVOICE',
    status: 'PAID',
    issuedOn: nextMonth(),
    subtotal: 5_200,
    discount: 0,
    credit: 0,
    tax: 260,
    total: 5_460,
    refunded: 0,
    productName: 'Essentials',
    quantity: 11,
    address,
    seller: { name: 'Plimsoll Demo Ltd.' },
  };
  expect((await buyer.get('invoices')).body).toMatchObject({ totalCount: 1, items: [issued] });
  expect((await buyer.get(`invoices/${first.body.purchase.invoiceGuid}`)).body).toMatchObject(issued);
  expect(await buyer.get(`invoices/${randomUUID()}`)).toMatchObject({
    status: 404,
    body: { className: 'BillingLineItemNotFound' },
  });
  // On the first day of the period, a switch credits all of it.
  const switched = await buyer.buy({ paymentToken: undefined }, 'complete/MONTH');
  expect(switched.body).toMatchObject({
    purchase: { status: 'COMPLETED' },
    subscription: { productKey: 'complete', nextBillingDate: first.body.subscription.nextBillingDate },
  });
  // 10500 − 5200, plus 5 %.
  expect((await buyer.charged()).map(({ cents }) => cents)).toEqual([5_460, 5_565]);
  const less = await buyer.buy({ paymentToken: undefined });
  expect(less.body).toMatchObject({
    purchase: { status: 'COMPLETED' },
    subscription: { productKey: 'essentials', balance: 5_300 },
  });
  expect(await buyer.charged()).toHaveLength(2);
  expect((await buyer.buy({ paymentToken: undefined })).body).toMatchObject({ purchase: null });
  expect(
    (await buyer.get('invoices')).body.items.map(({ number, total }: { number: string; total: number }) => [
      number.slice(13),
      total,
    ]),
  ).toEqual([
    ['3', 0],
    ['2', 5_565],
    ['1', 5_460],
  ]);
});

test('a card that is declined leaves all as it was', async () => {
  const buyer = await founder();
  const before = (await buyer.get('subscription')).body;
  for (const [paymentToken, declineCode] of [
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'insufficient_funds'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card'],
    ['pm_card_chargeCustomerFail', 'generic_decline'],
  ]) {
    const key = randomUUID();
    const declined = await buyer.buy({ paymentToken }, undefined, key);
    expect(declined).toMatchObject({
      status: 402,
      body: { className: 'PaymentDeclined', declineCode, purchaseGuid: expect.any(String) },
    });
    expect((await buyer.buy({ paymentToken }, undefined, key)).body).toMatchObject({
      declineCode,
      purchaseGuid: declined.body.purchaseGuid,
    });
  }
  const { history: _, revision: __, ...after } = (await buyer.get('subscription')).body;
  expect(before).toMatchObject(after);
  expect(await buyer.charged()).toEqual([]);
  expect(await buyer.buy({ paymentToken: 'pm_nobody' })).toMatchObject({
    status: 400,
    body: { fieldErrors: [{ field: 'paymentToken' }] },
  });
  for (const wrong of [
    { paymentToken: '4242424242424242' },
    { address: { ...address, mailingAddress: '4242 4242 4242 4242' } },
  ])
    expect((await buyer.buy(wrong)).status).toBe(400);
  expect((await buyer.buy({ paymentToken: 'pm_card_mastercard' })).body).toMatchObject({
    purchase: { status: 'COMPLETED' },
    subscription: { paymentMethod: { brand: 'mastercard', last4Digits: '4444' } },
  });
});

test('a cardholder may fail or pass authentication; meanwhile nothing else can be bought', async () => {
  const buyer = await founder();
  const asked = await buyer.buy({ paymentToken: 'pm_card_authenticationRequired' });
  expect(asked.body).toMatchObject({
    purchase: { status: 'ACTION_REQUIRED', clientSecret: expect.any(String) },
    subscription: { subscriptionStatus: 'NO_TRIAL_AVAILABLE' },
  });
  expect(await buyer.buy()).toMatchObject({ status: 409, body: { className: 'SubscriptionStateConflict' } });
  expect(
    (await buyer.post(`purchases/${asked.body.purchase.purchaseGuid}/authenticate`, { succeed: false })).body,
  ).toMatchObject({ status: 'DECLINED' });
  const again = await buyer.buy({ paymentToken: 'pm_card_authenticationRequired' });
  const path = `purchases/${again.body.purchase.purchaseGuid}`;
  expect((await buyer.post(`${path}/authenticate`, { succeed: true })).body).toMatchObject({
    status: 'COMPLETED',
    clientSecret: null,
  });
  expect(await buyer.post(`${path}/authenticate`, { succeed: true })).toMatchObject({ status: 409 });
  expect((await buyer.charged()).map(({ card }) => card)).toEqual(['3184']);
});

test('buying the same plan again with another card stores the card, and charges and invoices nothing', async () => {
  const buyer = await founderIn(app);
  expect((await buyer.buy()).body.purchase.status).toBe('COMPLETED');
  const before = [(await buyer.get('invoices')).body.totalCount, await buyer.charged()];
  expect((await buyer.buy({ paymentToken: 'pm_card_mastercard' })).body.purchase.status).toBe('COMPLETED');
  expect([(await buyer.get('invoices')).body.totalCount, await buyer.charged()]).toEqual(before);
  expect((await buyer.get('subscription')).body.paymentMethod).toMatchObject({ brand: 'mastercard' });
});

test('a price that has changed since it was shown is quoted again; a foreign quote is refused', async () => {
  const buyer = await founder();
  const {
    body: { quote },
  } = await buyer.get('subscription/essentials/MONTH?quantity=11&country=CA&province=AB');
  const outdated = await buyer.buy({ quote, quantity: 12 });
  expect(outdated).toMatchObject({
    status: 409,
    body: { className: 'QuoteOutdated', newQuote: { quantity: 12, subtotal: 5_500, total: 5_775 } },
  });
  expect(await buyer.buy({ quote: `${quote}x` })).toMatchObject({
    status: 400,
    body: { fieldErrors: [{ field: 'quote' }] },
  });
  const other = await founder();
  expect((await other.buy({ quote })).body.className).toBe('QuoteOutdated');
  expect((await buyer.buy({ quote: outdated.body.newQuote.quote, quantity: 12 })).body.purchase.status).toBe(
    'COMPLETED',
  );
  expect((await buyer.charged()).map(({ cents }) => cents)).toEqual([5_775]);
});

test('a purchase during a trial stores the card and charges nothing yet; a sent invoice stays open', async () => {
  const buyer = await founder(null);
  await buyer.post('subscription/essentials/MONTH', { startFreeTrial: true, emailAddress: 'pay@example.com' });
  expect((await buyer.buy({ paymentToken: 'pm_card_visa_chargeDeclined' })).status).toBe(402);
  const bought = await buyer.buy({ paymentToken: 'pm_card_chargeCustomerFail' });
  expect(bought.body).toMatchObject({
    purchase: { status: 'COMPLETED', invoiceGuid: null },
    subscription: {
      subscriptionStatus: 'FREE_TRIAL_SUBSCRIPTION_CONFIGURED',
      paymentMethod: { last4Digits: '0341' },
      freeTrialRemainingDays: 13,
      nextBillingDate: nextMonth(),
    },
  });
  expect(await buyer.charged()).toEqual([]);

  const sent = await founder();
  expect(await sent.buy({ paymentToken: undefined, collectionMethod: 'SEND_INVOICE' })).toMatchObject({
    status: 400,
    body: { fieldErrors: [{ field: 'collectionMethod' }] },
  });
  const yearly = await sent.buy({ paymentToken: undefined, collectionMethod: 'SEND_INVOICE' }, 'essentials/YEAR');
  expect(yearly.body).toMatchObject({
    purchase: { status: 'COMPLETED' },
    subscription: {
      subscriptionStatus: 'ACTIVE',
      collectionMethod: 'SEND_INVOICE',
      openInvoiceGuid: yearly.body.purchase.invoiceGuid,
    },
  });
  expect(await sent.buy({ quantity: 0 }, 'essentials/YEAR')).toMatchObject({ status: 400 });
});

test('a trial that requires a card begins once the card is stored, and not otherwise', async () => {
  const buyer = await founder(null, 'spring-cards');
  const begin = (more: object) =>
    buyer.post('subscription/essentials/MONTH', {
      startFreeTrial: true,
      emailAddress: 'pay@example.com',
      address,
      ...more,
    });
  expect(await begin({})).toMatchObject({ status: 400, body: { fieldErrors: [{ field: 'paymentToken' }] } });
  expect(await begin({ paymentToken: 'pm_card_visa_chargeDeclined' })).toMatchObject({
    status: 402,
    body: { declineCode: 'generic_decline' },
  });
  expect((await buyer.get('subscription')).body).toMatchObject({
    subscriptionStatus: 'FREE_TRIAL_AVAILABLE_WITH_PAYMENT_DETAILS',
    plan: null,
  });
  expect((await begin({ paymentToken: 'pm_card_visa' })).body).toMatchObject({
    purchase: { status: 'COMPLETED' },
    subscription: {
      subscriptionStatus: 'FREE_TRIAL_SUBSCRIPTION_CONFIGURED',
      freeTrialRemainingDays: 13,
      paymentMethod: { last4Digits: '4242' },
      address,
    },
  });
  expect(await buyer.charged()).toEqual([]);
});

test('a cancelled subscription runs until its end, and is restored explicitly or by a purchase', async () => {
  const buyer = await founder();
  expect(await buyer.cancel()).toMatchObject({
    status: 409,
    body: { className: 'SubscriptionStateConflict', state: 'NO_TRIAL_AVAILABLE' },
  });
  const {
    body: { subscription: bought },
  } = await buyer.buy();
  const {
    body: { subscription: cancelled },
  } = await buyer.cancel();
  expect(cancelled).toMatchObject({
    subscriptionStatus: 'CANCELLED_ACTIVE',
    accessUntil: bought.nextBillingDate,
    nextBillingDate: bought.nextBillingDate,
    allowedCommands: ['BUY', 'CANCEL', 'RESTORE'],
  });
  expect((await buyer.cancel()).body.subscription.revision).toBe(cancelled.revision);
  expect((await buyer.put({ restore: true, emailAddress: 'books@example.com' })).body.subscription).toMatchObject({
    subscriptionStatus: 'ACTIVE',
    nextBillingDate: bought.nextBillingDate,
    emailAddress: 'books@example.com',
    address,
  });
  expect(await buyer.put({ restore: true })).toMatchObject({ status: 409 });
  const more = await buyer.put({ quantity: 12, paymentToken: 'pm_card_amex' });
  expect(more.body).toMatchObject({
    purchase: { status: 'COMPLETED' },
    subscription: {
      quantity: 12,
      paymentMethod: { brand: 'amex', last4Digits: '0005' },
      nextBillingDate: bought.nextBillingDate,
    },
  });
  // 5500 − 5200, plus 5 %.
  expect((await buyer.charged()).at(-1)).toMatchObject({ cents: 315, card: '0005' });
  expect(await buyer.put({ paymentToken: 'pm_card_visa_chargeDeclinedStolenCard' })).toMatchObject({
    status: 402,
    body: { declineCode: 'stolen_card' },
  });
  expect((await buyer.put({ paymentToken: 'pm_card_mastercard' })).body.subscription.paymentMethod).toEqual({
    brand: 'mastercard',
    last4Digits: '4444',
  });
  await buyer.cancel();
  expect((await buyer.buy({ paymentToken: undefined }, 'complete/MONTH')).body.subscription).toMatchObject({
    subscriptionStatus: 'ACTIVE',
    productKey: 'complete',
  });

  const trying = await founder(null);
  await trying.post('subscription/essentials/MONTH', { startFreeTrial: true, emailAddress: 'pay@example.com' });
  expect((await trying.cancel()).body.subscription).toMatchObject({
    subscriptionStatus: 'CANCELLED_ACTIVE',
    nextBillingDate: null,
    accessUntil: nextMonth(),
  });
  expect((await trying.put({ restore: true })).body.subscription).toMatchObject({
    subscriptionStatus: 'IN_FREE_TRIAL',
  });
});

const provider = () => new StripePayments(app.options.payments!);

describe('when the request was lost', () => {
  const resume = ({ org }: Buyer, purchase: string) =>
    followUpsOf(
      app.api.application,
      followUps,
    )({ id: randomUUID(), kind: 'CARRY_PURCHASE_ON', ids: { organization: org, purchase } });
  const begun = (buyer: Buyer, paymentToken: string, at = new Date()) => begunPurchase(app, buyer, paymentToken, at);
  const overAnHourAgo = () => new Date(Date.now() - 3_700_000);
  const done = { done: 'Carried out' };

  test('a purchase is charged once, however many processes resume it', async () => {
    const buyer = await founder();
    const { purchaseGuid } = await begun(buyer, 'pm_card_visa');
    expect(await Promise.all([resume(buyer, purchaseGuid), resume(buyer, purchaseGuid)])).toEqual([done, done]);
    expect((await buyer.get(`purchases/${purchaseGuid}`)).body).toMatchObject({ status: 'COMPLETED' });
    expect(await resume(buyer, purchaseGuid)).toEqual(done);
    expect(await buyer.charged()).toHaveLength(1);
  });

  test.each([
    ['within the hour', () => new Date()],
    ['after its hour', overAnHourAgo],
  ])('what the provider has charged before anybody heard of it is completed, %s', async (_, at) => {
    const buyer = await founder();
    const { purchaseGuid, charge } = await begun(buyer, 'pm_card_visa', at());
    expect(await provider().take(charge)).toMatchObject({ status: 'DONE' });
    expect(await resume(buyer, purchaseGuid)).toEqual(done);
    expect((await buyer.get('subscription')).body).toMatchObject({ subscriptionStatus: 'ACTIVE' });
    expect((await buyer.charged()).map(({ key }) => key)).toEqual([charge.key]);
  });

  test('a purchase that is not paid within an hour expires, and is not charged any more', async () => {
    const buyer = await founder();
    const unasked = await begun(buyer, 'pm_card_visa', overAnHourAgo());
    expect(await resume(buyer, unasked.purchaseGuid)).toEqual(done);
    const asked = await begun(buyer, 'pm_card_authenticationRequired', overAnHourAgo());
    expect(await provider().take(asked.charge)).toMatchObject({ status: 'ACTION_REQUIRED' });
    const [reference] = await intentsOf(buyer.org);
    // The next buyer need not wait for a job to expire it.
    expect((await buyer.buy()).body).toMatchObject({ purchase: { status: 'COMPLETED' } });
    for (const { purchaseGuid } of [unasked, asked])
      expect((await buyer.get(`purchases/${purchaseGuid}`)).body).toMatchObject({
        status: 'EXPIRED',
        declineCode: null,
      });
    await expect(provider().authenticate(reference!, true)).rejects.toThrow(PaymentsAway);
    expect(await buyer.charged()).toHaveLength(1);
  });

  test('a purchase is resumed again while the cardholder has to authenticate', async () => {
    const buyer = await founder();
    const { purchaseGuid } = await begun(buyer, 'pm_card_authenticationRequired');
    expect(await resume(buyer, purchaseGuid)).toEqual({ again: 'Refused: Unavailable' });
  });
});

describe('by the calendar', () => {
  const run = async ({ org }: Buyer, commandOf: (envelope: CommandEnvelope) => object) =>
    (await app.api.application.commands.execute(commandOf(systemEnvelope({ tenant: org })) as never)) as Outcome;
  /** Moves billing forward, with the steps of each day. */
  const forward = async (buyer: Buyer, days: number) =>
    expect(await run(buyer, (envelope) => new ForwardBilling(envelope, days))).toMatchObject({ changed: true });
  const status = async (buyer: Buyer) => (await buyer.get('subscription')).body.subscriptionStatus as string;
  const invoices = async (buyer: Buyer) =>
    (await buyer.get('invoices')).body.items.map(
      ({ number, status: state, total }: { number: string; status: string; total: number }) =>
        `${number.slice(13)} ${state} ${total}`,
    ) as string[];
  const settled = async (buyer: Buyer) =>
    app.api.application.readYourWrites.waitFor(
      buyer.org,
      (await app.api.application.store.heads()).find(({ tenant }) => tenant === buyer.org)!.position,
    );

  /** Founds an organization on trial that has bought a plan for when the trial ends. */
  async function trying(paymentToken: string): Promise<Buyer> {
    const buyer = await founder(null);
    await buyer.post('subscription/essentials/MONTH', { startFreeTrial: true, emailAddress: 'pay@example.com' });
    expect((await buyer.buy({ paymentToken })).body).toMatchObject({ purchase: { status: 'COMPLETED' } });
    return buyer;
  }

  test('the next payment that a subscription shows is what is charged then: first for the users that were bought, later for the members', async () => {
    const buyer = await trying('pm_card_visa');
    const shown = async () => (await buyer.get('subscription')).body;
    const first = await shown();
    expect(first.nextPayment).toEqual({
      date: first.nextBillingDate,
      quantity: 11,
      total: 5_460,
      currency: 'CAD',
      hasTax: true,
    });
    await forward(buyer, 14);
    await settled(buyer);
    const second = await shown();
    expect(second.nextPayment).toMatchObject({ date: second.nextBillingDate, quantity: 1, total: 5_145 });
    await forward(buyer, 31);
    await settled(buyer);
    expect((await buyer.charged()).map(({ cents }) => cents)).toEqual([
      first.nextPayment.total,
      second.nextPayment.total,
    ]);
    await buyer.cancel();
    expect((await shown()).nextPayment).toBeNull();
  });

  test('a purchase during a trial is charged when the trial ends, and renewed each month for the current number of members', async () => {
    const buyer = await trying('pm_card_visa');
    await forward(buyer, 13);
    expect([await status(buyer), await buyer.charged()]).toEqual(['FREE_TRIAL_SUBSCRIPTION_CONFIGURED', []]);
    await forward(buyer, 1);
    await settled(buyer);
    expect([await status(buyer), await invoices(buyer)]).toEqual(['ACTIVE', ['1 PAID 5460']]);
    const { periodFrom, nextBillingDate } = (await buyer.get('subscription')).body;
    await forward(buyer, 31);
    await settled(buyer);
    expect((await buyer.get('subscription')).body).toMatchObject({
      periodFrom: nextBillingDate,
      quantity: 1,
      history: expect.arrayContaining([expect.objectContaining({ type: 'PeriodBegun', day: periodFrom })]),
    });
    // 4900 for one to ten users, plus 5 %.
    expect((await buyer.charged()).map(({ cents }) => cents)).toEqual([5_460, 5_145]);
    expect((await buyer.get(`invoices/${(await buyer.get('invoices')).body.items[0].invoiceGuid}`)).body).toMatchObject(
      { status: 'PAID', paidWith: { brand: 'visa', last4Digits: '4242' }, quantity: 1 },
    );
  });

  test('after days without processing, the period that contains the day is charged, once, by concurrent runs', async () => {
    const buyer = await trying('pm_card_visa');
    const { nextBillingDate } = (await buyer.get('subscription')).body;
    // More than a month of days. The clock only moves; the due steps of those days are not taken.
    for (let day = 0; day < 14 + 40; day++) await run(buyer, (envelope) => new MoveBillingClock(envelope));
    await Promise.all(
      [0, 1, 2].map(() => run(buyer, (envelope) => new ResumeBilling(envelope)).catch(() => undefined)),
    );
    await run(buyer, (envelope) => new ResumeBilling(envelope));
    await settled(buyer);
    expect([await status(buyer), await invoices(buyer), (await buyer.charged()).length]).toEqual([
      'ACTIVE',
      ['1 PAID 5460'],
      1,
    ]);
    expect((await buyer.get('subscription')).body.periodFrom > nextBillingDate).toBe(true);
  });

  test('a charge that succeeded before a process recorded it is not made again', async () => {
    const buyer = await trying('pm_card_visa');
    for (let day = 0; day < 15; day++) await run(buyer, (envelope) => new MoveBillingClock(envelope));
    const loaded = await app.api.application.store.load(buyer.org, billingStream(buyer.org));
    const billing = billingDecider.fold(loaded.events)!;
    const at = new Date();
    for (const step of dueSteps(billing, { date: billingTime(billing, at).date, time: '23:59' })) {
      const envelope = systemEnvelope({ tenant: buyer.org, name: nameOfStep(step), at });
      await app.api.application.commands.execute(
        new TakeBillingStep(envelope, nameOfStep(step), {
          organization: buyer.org,
          memberCount: 1,
          purchaseGuid: envelope.newGuid(),
          chargeGuid: envelope.newGuid(),
          invoiceGuid: envelope.newGuid(),
          at,
        }),
      );
    }
    const written = await app.api.application.store.load(buyer.org, billingStream(buyer.org));
    const after = billingDecider.fold(written.events)!;
    const { chargeGuid, chargeCents, customer } = after.purchase!;
    // State left by a killed process: charged, but not recorded.
    await provider().take({
      key: chargeGuid!,
      organization: buyer.org,
      customer: customer!,
      paymentToken: after.paymentMethod!.paymentToken,
      charge: { cents: chargeCents!, currency: 'CAD' },
      isStored: true,
      isOffSession: true,
    });
    expect(await buyer.charged()).toHaveLength(1);
    await run(buyer, (envelope) => new ResumeBilling(envelope));
    await settled(buyer);
    expect([await status(buyer), await invoices(buyer), (await buyer.charged()).length]).toEqual([
      'ACTIVE',
      ['1 PAID 5460'],
      1,
    ]);
  });

  test('processes that are killed while they charge, and run concurrently, charge each period once; no invoice is missing', async () => {
    const DAYS = 46;
    const KILLS = 2;
    const buyers = await Promise.all(
      Array.from({ length: 3 }, (_, place) => trying(place === 0 ? 'pm_card_chargeCustomerFail' : 'pm_card_visa')),
    );
    const organizations = buyers.map(({ org }) => org);
    for (let kill = 0; kill < KILLS; kill++) {
      const child = fork(fileURLToPath(new URL('../../../test/billing-process.ts', import.meta.url)), {
        execArgv: [...process.execArgv],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      const ended = once(child, 'exit');
      child.send({
        options: { ...app.options, projector: false },
        organizations: kill % 2 === 0 ? organizations : organizations.toReversed(),
        days: DAYS,
      });
      await once(child, 'message');
      // Another process does the same meanwhile.
      const beside = run(buyers[kill]!, (envelope) => new ResumeBilling(envelope)).catch(() => undefined);
      await sleep(250 + Math.random() * 500);
      child.kill('SIGKILL');
      await Promise.all([ended, beside]);
    }
    for (const buyer of buyers) {
      const loaded = await app.api.application.store.load(buyer.org, billingStream(buyer.org));
      const { daysAhead } = billingDecider.fold(loaded.events)!;
      await forward(buyer, Math.max(1, DAYS - daysAhead));
      await settled(buyer);
    }
    const today = new Date().toISOString().slice(0, 10);
    const lines: string[] = [];
    for (const buyer of buyers)
      await run(
        buyer,
        (envelope) =>
          new ReconcilePayments(envelope, {
            from: today,
            to: today,
            tenants: [buyer.org],
            print: (line) => void (line.includes(buyer.org) && lines.push(line)),
          }),
      );
    expect(lines).toEqual([]);
    const [failing, ...paying] = buyers;
    for (const buyer of paying)
      expect([await status(buyer), await invoices(buyer), (await buyer.charged()).map(({ cents }) => cents)]).toEqual([
        'ACTIVE',
        ['2 PAID 5145', '1 PAID 5460'],
        [5_460, 5_145],
      ]);
    expect([await status(failing!), await invoices(failing!), await failing!.charged()]).toEqual([
      'PAYMENT_REQUIRED',
      ['1 OPEN 5460'],
      [],
    ]);
  }, 60_000);

  test('what cannot be charged has 14 days of grace and four more tries; then a payment begins a new period', async () => {
    const buyer = await trying('pm_card_chargeCustomerFail');
    await forward(buyer, 14);
    expect([await status(buyer), await invoices(buyer), (await intentsOf(buyer.org)).length]).toEqual([
      'IN_GRACE_PERIOD',
      ['1 OPEN 5460'],
      1,
    ]);
    await forward(buyer, 13);
    expect([await status(buyer), (await intentsOf(buyer.org)).length]).toEqual(['IN_GRACE_PERIOD', 5]);
    await forward(buyer, 1);
    expect(await status(buyer)).toBe('PAYMENT_REQUIRED');
    const { openInvoiceGuid } = (await buyer.get('subscription')).body;
    expect(
      await buyer.post(`invoices/${openInvoiceGuid}/pay`, { paymentToken: 'pm_card_visa_chargeDeclined' }),
    ).toMatchObject({ status: 402, body: { className: 'PaymentDeclined' } });
    const paid = await buyer.post(`invoices/${openInvoiceGuid}/pay`, { paymentToken: 'pm_card_visa' });
    expect(paid.body).toMatchObject({
      purchase: { status: 'COMPLETED' },
      subscription: { subscriptionStatus: 'ACTIVE', openInvoiceGuid: null },
    });
    expect([await invoices(buyer), (await buyer.charged()).length]).toEqual([['2 PAID 5460', '1 VOID 5460'], 1]);
    expect(await buyer.post(`invoices/${openInvoiceGuid}/pay`, {})).toMatchObject({
      status: 409,
      body: { className: 'SubscriptionStateConflict' },
    });
  });

  test('another card pays what is overdue right away, and a cancelled grace ends with nothing charged', async () => {
    const [paying, leaving] = [await trying('pm_card_chargeCustomerFail'), await trying('pm_card_chargeCustomerFail')];
    await Promise.all([forward(paying, 15), forward(leaving, 15)]);
    expect((await paying.put({ paymentToken: 'pm_card_visa' })).body).toMatchObject({
      purchase: { status: 'COMPLETED' },
      subscription: { subscriptionStatus: 'ACTIVE', paymentMethod: { last4Digits: '4242' } },
    });
    expect([await invoices(paying), (await paying.charged()).length]).toEqual([['1 PAID 5460'], 1]);
    expect((await leaving.cancel()).body.subscription).toMatchObject({
      subscriptionStatus: 'CANCELLED_ACTIVE',
      nextBillingDate: null,
      accessUntil: nextMonth(),
    });
    await forward(leaving, 13);
    await settled(leaving);
    expect([await status(leaving), await invoices(leaving), await leaving.charged()]).toEqual([
      'NO_SUBSCRIPTION',
      ['1 VOID 5460'],
      [],
    ]);
  });

  test('after thirty days it has ended, open invoices are void, and a new purchase is charged in full', async () => {
    const buyer = await trying('pm_card_chargeCustomerFail');
    await forward(buyer, 14 + 14 + 30);
    await settled(buyer);
    expect([await status(buyer), await invoices(buyer)]).toEqual(['NO_SUBSCRIPTION', ['1 VOID 5460']]);
    expect((await buyer.buy()).body).toMatchObject({
      purchase: { status: 'COMPLETED' },
      subscription: { subscriptionStatus: 'ACTIVE' },
    });
    expect([await invoices(buyer), (await buyer.charged()).length]).toEqual([['2 PAID 5460', '1 VOID 5460'], 1]);
  });

  test('an overdue sent invoice is paid with a card, or by a transfer that an operator records', async () => {
    const buyer = await founder();
    await buyer.buy({ paymentToken: undefined, collectionMethod: 'SEND_INVOICE' }, 'essentials/YEAR');
    await forward(buyer, 30);
    const { openInvoiceGuid } = (await buyer.get('subscription')).body;
    expect(await status(buyer)).toBe('IN_GRACE_PERIOD');
    expect(await run(buyer, (envelope) => new RecordPayment(envelope, openInvoiceGuid, 'TRN 4711'))).toMatchObject({
      changed: true,
    });
    expect(await run(buyer, (envelope) => new RecordPayment(envelope, openInvoiceGuid, 'TRN 4711'))).toMatchObject({
      changed: false,
    });
    await settled(buyer);
    expect([await status(buyer), (await buyer.get(`invoices/${openInvoiceGuid}`)).body.status]).toEqual([
      'ACTIVE',
      'PAID',
    ]);
  });

  test('what was paid is paid back in parts, each with a credit note, and no more than was paid; the provider’s books agree', async () => {
    const buyer = await founder();
    const {
      body: {
        purchase: { invoiceGuid },
      },
    } = await buyer.buy();
    const refund = (cents: number, refundGuid: string) =>
      run(
        buyer,
        (envelope) => new RefundInvoice(envelope, { invoice: invoiceGuid, cents, reason: 'Not used', refundGuid }),
      );
    const [part, rest] = [randomUUID(), randomUUID()];
    expect(await refund(1_050, part)).toMatchObject({ changed: true });
    expect(await refund(4_411, rest)).toMatchObject({ refused: 'MalformedRequest' });
    // Refunded once, however many requests resume it.
    await Promise.all([0, 1].map(() => run(buyer, (envelope) => new ResumeRefund(envelope, part))));
    await settled(buyer);
    expect((await buyer.get('invoices')).body.items).toMatchObject([
      { kind: 'CREDIT_NOTE', number: `${buyer.org.slice(-12)}-C1`, total: 1_050, tax: 50, subtotal: 1_000 },
      { kind: 'INVOICE', refunded: 1_050, status: 'PAID' },
    ]);
    expect(await refund(4_410, rest)).toMatchObject({ changed: true });
    await run(buyer, (envelope) => new ResumeRefund(envelope, rest));
    await settled(buyer);
    expect((await buyer.get(`invoices/${invoiceGuid}`)).body).toMatchObject({ refunded: 5_460 });
    const lines: string[] = [];
    const today = new Date().toISOString().slice(0, 10);
    await run(
      buyer,
      (envelope) =>
        new ReconcilePayments(envelope, {
          from: today,
          to: today,
          tenants: [buyer.org],
          print: (line) => void lines.push(line),
        }),
    );
    expect(lines.filter((line) => line.includes(buyer.org))).toEqual([]);
    await provider().take({
      key: randomUUID(),
      organization: buyer.org,
      customer: await provider().customerOf(buyer.org),
      paymentToken: 'pm_card_visa',
      charge: { cents: 700, currency: 'CAD' },
      isStored: false,
      isOffSession: false,
    });
    await run(
      buyer,
      (envelope) =>
        new ReconcilePayments(envelope, {
          from: today,
          to: today,
          tenants: [buyer.org],
          print: (line) => void lines.push(line),
        }),
    );
    expect(lines.filter((line) => line.includes(buyer.org))).toEqual([
      expect.stringMatching(/^only the provider knows {2}CHARGE .* 700 CAD$/),
    ]);
  });
});

test('while the provider is unavailable no purchase begins, and everything else works', async () => {
  const buyer = await founder();
  const before = (await buyer.get('subscription')).body;
  await stopTakingPayments();
  expect(await buyer.buy()).toMatchObject({ status: 503, body: { className: 'Unavailable' } });
  expect((await buyer.get('subscription')).body).toEqual(before);
  expect((await buyer.get('subscription/essentials/MONTH')).status).toBe(200);
});
