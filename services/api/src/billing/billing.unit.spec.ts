import type { BillingState } from '@plimsoll/contracts/billing/billing-state';
import { demoCatalogue as sold, demoPlanGuid } from '@plimsoll/contracts/billing/demo-catalogue';
import { dueSteps } from '@plimsoll/contracts/billing/due-steps';
import type { BillingEvent } from '@plimsoll/contracts/billing/events';
import { given } from '../../test/given-when-then.ts';
import { subscriptionAnswer } from './billing-answers.ts';
import { billingStatusAt, billingStatusOf } from './billing-status.ts';
import { billingDecider } from './billing-stream.ts';
import type { OpenedBilling } from './on-billing.ts';
import { buyPlan, type BoughtPlan } from './purchases/buy-plan.rule.ts';
import { cancelSubscription } from './subscription/cancel-subscription.rule.ts';
import { changeSubscription, type SubscriptionChange } from './subscription/change-subscription.rule.ts';
import { choosePlan, type ChosenPlan } from './subscription/choose-plan.rule.ts';
import { extendTrial } from './subscription/extend-trial.rule.ts';
import { grantPlan } from './subscription/grant-plan.rule.ts';
import { switchBilling } from './subscription/switch-billing.rule.ts';
import { settlePurchase, type Settled } from './purchases/settle-purchase.rule.ts';
import { refundedFigures } from './invoices/settle-refund.rule.ts';
import { nameOfStep, takeBillingStep } from './subscription/take-billing-step.rule.ts';
import { moduleRefusal, subscriptionRefusal } from './subscription-gate.ts';
import { beginBilling, openBilling, type FoundedWith } from './open-billing.ts';

const organizationGuid = '01900000-0000-7000-8000-000000000004';
const day = '2026-03-01';
/** Still 28 February in Edmonton. */
const early = new Date('2026-03-01T05:00:00.000Z');
const noon = new Date('2026-03-01T19:00:00.000Z');
const foundedWith = (more: Partial<FoundedWith> = {}): FoundedWith => ({
  currencyCode: 'CAD',
  channelPartner: null,
  utmCodes: null,
  timeZone: 'America/Edmonton',
  ...more,
});
/** Events of an organization's billing, from its beginning. */
type History = readonly { readonly type: string; readonly data: unknown }[];
const after = (history: History) => given(billingDecider, history);
const opened = (more: Partial<FoundedWith> = {}): History => [beginBilling(foundedWith(more), sold, noon)];
const at = (billing: BillingState | null, on = day): OpenedBilling => ({
  billing: billing!,
  sold,
  day: on,
  revision: 1,
});
const types = (events: readonly BillingEvent[]) => events.map(({ type }) => type);
const wish = (more: Partial<ChosenPlan> = {}): ChosenPlan => ({
  productKey: 'essentials',
  billingInterval: 'MONTH',
  startFreeTrial: true,
  emailAddress: 'pay@example.com',
  quantity: null,
  card: null,
  ...more,
});
const choose = (history: History, more: Partial<ChosenPlan> = {}, on = day) =>
  after(history).when((billing) => choosePlan(at(billing, on), wish(more)));
/** What is billed after this plan was chosen. */
const chosen = (more: Partial<ChosenPlan> = {}, history = opened()): History => [
  ...history,
  ...choose(history, more).events,
];
const statusOf = (history: History, on = day) => billingStatusAt(organizationGuid, after(history).state!, sold, on);

describe('billing begins', () => {
  test('with the founder’s currency, on the organization’s own day', () => {
    expect(beginBilling(foundedWith({ currencyCode: 'AUD' }), sold, early)).toEqual({
      type: 'BillingOpened',
      data: {
        day: '2026-02-28',
        currency: 'AUD',
        timeZone: 'America/Edmonton',
        channelPartnerCode: null,
        trialDays: null,
        needsPaymentDetails: false,
        isTrialOffered: true,
      },
    });
  });

  test.each([
    ['northwind', { channelPartnerCode: 'NORTHWIND', trialDays: null, isTrialOffered: true }],
    ['RIGSAFE', { channelPartnerCode: 'RIGSAFE', trialDays: 0, isTrialOffered: false }],
    ['OLDPORT', { channelPartnerCode: null, trialDays: null, isTrialOffered: true }],
    ['nobody', { channelPartnerCode: null, trialDays: null, isTrialOffered: true }],
  ])('with what the partner %s brings on the day', (channelPartner, brought) => {
    expect(beginBilling(foundedWith({ channelPartner }), sold, noon).data).toMatchObject(brought);
  });

  test('with a card where the campaign asks for one', () => {
    const billing = opened({ utmCodes: { utmCampaign: 'spring-cards' } });
    expect(statusOf(billing).subscriptionStatus).toBe('FREE_TRIAL_AVAILABLE_WITH_PAYMENT_DETAILS');
    choose(billing).thenMatch({ refused: 'MalformedRequest', fieldErrors: [{ field: 'paymentToken' }] });
    choose(billing, { startFreeTrial: false }).thenMatch([{ type: 'PlanChosen' }, { type: 'BillingDetailsChanged' }]);
  });

  test('once', () => {
    after(opened())
      .when((billing) => openBilling(billing, null, sold, noon))
      .then({ refused: 'OrganizationNotFound' });
  });
});

describe('a plan', () => {
  test('is chosen with its trial, by its own terms', () => {
    choose(opened(), { quantity: 8 }).thenMatch([
      {
        type: 'PlanChosen',
        data: {
          day,
          quantity: 8,
          plan: {
            productKey: 'essentials',
            productPlanGuid: demoPlanGuid('essentials', 'MONTH', 'CAD'),
            trialDays: 14,
            discounts: [],
          },
        },
      },
      { type: 'BillingDetailsChanged', data: { emailAddress: 'pay@example.com' } },
      { type: 'TrialBegun', data: { endsOn: '2026-03-15' } },
    ]);
    const billing = chosen({ quantity: 8 });
    expect(statusOf(billing)).toEqual({
      subscriptionStatus: 'IN_FREE_TRIAL',
      planName: 'Essentials',
      freeTrialRemainingDays: 13,
      nextBillingDate: null,
      accessUntil: '2026-03-15',
      isWalled: false,
      showsTrialBanner: true,
    });
    expect(statusOf(billing, '2026-03-15')).toMatchObject({
      subscriptionStatus: 'FREE_TRIAL_EXPIRED',
      freeTrialRemainingDays: null,
      accessUntil: null,
      showsTrialBanner: false,
    });
  });

  test('has the prices of the partner that billing was opened with', () => {
    const { events } = choose(opened({ channelPartner: 'northwind' }), { productKey: 'complete' });
    expect(events[0]).toMatchObject({
      data: { plan: { trialDays: 30, discounts: [{ discountFlatPrice: 7_900 }, {}, {}] } },
    });
  });

  test('that is chosen already writes nothing', () => {
    const billing = chosen({ startFreeTrial: false });
    expect(statusOf(billing).subscriptionStatus).toBe('START_FREE_TRIAL');
    choose(billing, { startFreeTrial: false }).then([]);
    choose(billing).thenMatch([{ type: 'TrialBegun' }]);
  });

  test('without a trial begins none, whatever is asked for', () => {
    choose(opened(), { billingInterval: 'WEEK' }).then({
      refused: 'SubscriptionStateConflict',
      facts: { state: 'NO_TRIAL_AVAILABLE', allowedCommands: ['CHOOSE', 'BUY'] },
    });
    choose(opened({ channelPartner: 'RIGSAFE' })).thenMatch({ refused: 'SubscriptionStateConflict' });
    const withoutTrial = chosen({ billingInterval: 'WEEK', startFreeTrial: false });
    // Nor of another plan, until that one is chosen.
    choose(withoutTrial).then({
      refused: 'SubscriptionStateConflict',
      facts: { state: 'NO_TRIAL_AVAILABLE', allowedCommands: ['CHOOSE', 'BUY'] },
    });
    choose(chosen({ startFreeTrial: false }, withoutTrial)).thenMatch([{ type: 'TrialBegun' }]);
  });

  test('is not chosen once there was a trial: there is one, ever', () => {
    for (const on of [day, '2026-03-15']) choose(chosen(), {}, on).thenMatch({ refused: 'SubscriptionStateConflict' });
  });

  test.each([
    ['pilot', 'NONE'],
    ['nothing', 'MONTH'],
    ['complete', 'WEEK'],
  ] as const)('%s by %s is not for sale', (productKey, billingInterval) => {
    choose(opened(), { productKey, billingInterval }).then({ refused: 'BillingLineItemNotFound' });
  });
});

describe('a purchase', () => {
  const organization = organizationGuid;
  const address = {
    mailingAddress: '12 Quay Street',
    city: 'Calgary',
    province: 'AB',
    postalCode: 'T2P 1A1',
    country: 'CA',
  };
  const [purchaseGuid, chargeGuid, invoiceGuid] = [
    '01900000-0000-7000-8000-0000000000e1',
    '01900000-0000-7000-8000-0000000000e2',
    '01900000-0000-7000-8000-0000000000e3',
  ];
  const bought = (more: Partial<BoughtPlan> = {}): BoughtPlan => ({
    organization,
    productKey: 'essentials',
    billingInterval: 'MONTH',
    quantity: 11,
    discountCode: null,
    address,
    emailAddress: 'pay@example.com',
    collectionMethod: 'CHARGE_AUTOMATICALLY',
    paymentToken: 'pm_card_visa',
    customer: 'cus_1',
    quote: null,
    purchaseGuid,
    chargeGuid,
    invoiceGuid,
    memberCount: 3,
    at: noon,
    ...more,
  });
  const changed = (more: Partial<SubscriptionChange>): SubscriptionChange => ({
    ...bought(),
    address: null,
    emailAddress: null,
    collectionMethod: null,
    quantity: null,
    paymentToken: null,
    restore: false,
    ...more,
  });
  const untried = opened({ channelPartner: 'RIGSAFE' });
  const paid = {
    status: 'DONE',
    reference: 'pi_1',
    card: { paymentToken: 'pm_1', brand: 'visa', last4Digits: '4242', expiresOn: '2030-03-31' },
  } as const;
  const buy = (history: History, more: Partial<BoughtPlan> = {}, on = day) =>
    after(history).when((billing) => buyPlan(at(billing, on), bought(more)));
  const change = (history: History, more: Partial<SubscriptionChange>, on = day) =>
    after(history).when((billing) => changeSubscription(at(billing, on), changed(more)));
  const cancel = (history: History, on: string) =>
    after(history).when((billing) => cancelSubscription(at(billing, on)));
  const settle = (history: History, settled: Settled, on = day) =>
    after(history).when((billing) => settlePurchase(at(billing, on), purchaseGuid, organization, settled, invoiceGuid));
  const begun = (on = day, more: Partial<BoughtPlan> = {}, history = untried): History => [
    ...history,
    ...buy(history, more, on).events,
  ];
  /** What is billed after this was bought and paid for. */
  const runningFrom = (on = day, more: Partial<BoughtPlan> = {}): History => [
    ...begun(on, more),
    ...settle(begun(on, more), paid, on).events,
  ];

  test('is written before the provider is asked, and counts for nothing until then', () => {
    buy(untried).thenMatch([
      { type: 'PurchaseBegun' },
      { type: 'ChargeRequested', data: { cents: 5_460, currency: 'CAD', chargeGuid } },
    ]);
    expect(statusOf(begun()).subscriptionStatus).toBe('NO_TRIAL_AVAILABLE');
    buy(begun()).thenMatch({ refused: 'SubscriptionStateConflict' });
  });

  test('that is paid brings plan, period, card and the next invoice at once; a second answer changes nothing', () => {
    const { events } = settle(begun('2026-08-31'), paid, '2026-08-31');
    expect(types(events)).toEqual([
      'ChargeSucceeded',
      'PaymentMethodSet',
      'BillingDetailsChanged',
      'PlanBought',
      'PeriodBegun',
      'InvoiceIssued',
      'InvoicePaid',
      'PurchaseCompleted',
    ]);
    expect(events.find(({ type }) => type === 'InvoiceIssued')).toMatchObject({
      data: {
        number: '000000000004-1',
        dueOn: '2026-08-31',
        period: { from: '2026-08-31', to: '2026-09-30' },
        figures: { total: 5_460 },
        seller: { name: 'Plimsoll Demo Ltd.' },
      },
    });
    const billing = runningFrom('2026-08-31');
    expect(statusOf(billing, '2026-09-01')).toMatchObject({
      subscriptionStatus: 'ACTIVE',
      nextBillingDate: '2026-09-30',
    });
    settle(billing, paid, '2026-08-31').then([]);
  });

  test.each<[Settled, string, string | null]>([
    [{ status: 'DECLINED', declineCode: 'stolen_card' }, 'DECLINED', 'stolen_card'],
    [{ status: 'EXPIRED' }, 'EXPIRED', null],
  ])('that ends otherwise leaves all as it was: %j', (settled, because, declineCode) => {
    const failing = settle(begun(), settled);
    failing.thenMatch([
      { type: 'ChargeFailed', data: { chargeGuid, declineCode } },
      { type: 'PurchaseFailed', data: { because, declineCode } },
    ]);
    expect(statusOf([...begun(), ...failing.events])).toEqual(statusOf(untried));
  });

  test('is for no fewer users than members, with a card, in a way that the plan is paid for', () => {
    buy(untried, { quantity: 2, paymentToken: null, collectionMethod: 'SEND_INVOICE' }).thenMatch({
      refused: 'MalformedRequest',
      fieldErrors: [{ field: 'quantity' }, { field: 'collectionMethod' }],
    });
    buy(untried, { paymentToken: null }).thenMatch({
      refused: 'MalformedRequest',
      fieldErrors: [{ field: 'paymentToken' }],
    });
    buy(opened()).thenMatch({
      refused: 'SubscriptionStateConflict',
      facts: { state: 'CHOOSE_PRODUCT' },
    });
  });

  test('is charged today where the plan that was chosen has no trial, though this one has', () => {
    const weekly = chosen({ billingInterval: 'WEEK', startFreeTrial: false });
    expect(statusOf(weekly).subscriptionStatus).toBe('NO_TRIAL_AVAILABLE');
    buy(weekly).thenMatch([
      { type: 'PurchaseBegun', data: { trialEndsOn: null, period: { from: day } } },
      { type: 'ChargeRequested' },
    ]);
  });

  test('of another product in the middle of March costs what the page says, and keeps the dates', () => {
    const running = runningFrom('2026-03-01', { quantity: 10 });
    const switching = { productKey: 'complete', quantity: 10, paymentToken: null };
    buy(running, switching, '2026-03-16').thenMatch([
      {
        data: {
          figures: { subtotal: 5_110, credit: 2_529, tax: 129, total: 2_710, creditLeft: 0 },
          period: { from: '2026-03-01', to: '2026-04-01' },
        },
      },
      { data: { cents: 2_710 } },
    ]);
    const billing = begun('2026-03-16', switching, running);
    expect(types(settle(billing, paid, '2026-03-16').events)).toEqual([
      'ChargeSucceeded',
      'BillingDetailsChanged',
      'PlanBought',
      'InvoiceIssued',
      'InvoicePaid',
      'PurchaseCompleted',
    ]);
    buy(running, { quantity: 10, paymentToken: null }, '2026-03-16').then([]);
  });

  test('for more users is charged for the remaining days; fewer users are requested for the next period', () => {
    const ten = runningFrom('2026-03-01', { quantity: 10 });
    const oneMore = change(ten, { quantity: 11 }, '2026-03-31');
    oneMore.thenMatch([
      { type: 'PurchaseBegun', data: { figures: { subtotal: 168, credit: 158, tax: 1, total: 11 } } },
      { type: 'ChargeRequested', data: { cents: 11 } },
    ]);
    expect(types(settle([...ten, ...oneMore.events], paid, '2026-03-31').events)).toEqual([
      'ChargeSucceeded',
      'BillingDetailsChanged',
      'QuantityChanged',
      'InvoiceIssued',
      'InvoicePaid',
      'PurchaseCompleted',
    ]);
    const requested = { type: 'RenewalQuantityRequested', data: { day: '2026-03-31', quantity: 9 } };
    change(ten, { quantity: 9 }, '2026-03-31').then([requested]);
    const nine = [...ten, requested];
    change(nine, { quantity: 9 }, '2026-03-31').then([]);
    change(nine, { quantity: 10 }, '2026-03-31').thenMatch([
      { type: 'RenewalQuantityRequested', data: { quantity: null } },
    ]);
    expect(types(change(nine, { quantity: 11 }, '2026-03-31').events)).toEqual([
      'RenewalQuantityRequested',
      'PurchaseBegun',
      'ChargeRequested',
    ]);
    expect(types(change(ten, { quantity: 9, paymentToken: 'pm_card_amex' }, '2026-03-31').events)).toEqual([
      'RenewalQuantityRequested',
      'PurchaseBegun',
    ]);
    change(ten, { quantity: 2 }, '2026-03-31').thenMatch({
      refused: 'MalformedRequest',
      fieldErrors: [{ field: 'quantity' }],
    });
    buy(ten, { quantity: 9, paymentToken: null }, '2026-03-31').thenMatch({
      refused: 'MalformedRequest',
      fieldErrors: [{ field: 'quantity' }],
    });
    const newCard = change(ten, { paymentToken: 'pm_card_amex' }, '2026-03-31');
    newCard.thenMatch([{ type: 'PurchaseBegun', data: { figures: null, paymentToken: 'pm_card_amex' } }]);
    expect(types(settle([...ten, ...newCard.events], paid, '2026-03-31').events)).toEqual([
      'PaymentMethodSet',
      'BillingDetailsChanged',
      'PurchaseCompleted',
    ]);
    change(untried, { quantity: 12 }).thenMatch({
      refused: 'SubscriptionStateConflict',
    });
  });

  test('is cancelled for when its period is over', () => {
    const cancelling = cancel(runningFrom(), '2026-03-16');
    cancelling.then([{ type: 'SubscriptionCancelled', data: { day: '2026-03-16', accessUntil: '2026-04-01' } }]);
    const billing = [...runningFrom(), ...cancelling.events];
    expect([
      statusOf(billing, '2026-03-31').subscriptionStatus,
      statusOf(billing, '2026-04-01').subscriptionStatus,
    ]).toEqual(['CANCELLED_ACTIVE', 'NO_SUBSCRIPTION']);
    change(billing, { restore: true }, '2026-04-01').thenMatch({
      refused: 'SubscriptionStateConflict',
    });
    expect(buy(billing, { paymentToken: null }, '2026-04-10').events[0]).toMatchObject({
      data: {
        figures: { credit: 0, total: 5_460 },
        period: { from: '2026-04-10', to: '2026-05-10', first: '2026-04-10' },
      },
    });
  });
});

describe('by the calendar', () => {
  const guids = {
    organization: organizationGuid,
    purchaseGuid: '01900000-0000-7000-8000-0000000000f1',
    chargeGuid: '01900000-0000-7000-8000-0000000000f2',
    invoiceGuid: '01900000-0000-7000-8000-0000000000f3',
    at: noon,
  };
  const address = {
    mailingAddress: '12 Quay Street',
    city: 'Calgary',
    province: 'AB',
    postalCode: 'T2P 1A1',
    country: 'CA',
  };
  const plan = (interval: 'MONTH' | 'YEAR') => {
    const { productGuid, productPlanGuid, billingInterval, trialDays, needsBillingInfo, collectionMethods, tiers } =
      sold.plans.find(({ productPlanGuid: guid }) => guid === demoPlanGuid('essentials', interval, 'CAD'))!;
    return {
      productGuid,
      productKey: 'essentials',
      productName: 'Essentials',
      modules: [],
      productPlanGuid,
      billingInterval,
      trialDays,
      needsBillingInfo,
      collectionMethods,
      tiers,
      discounts: [],
    };
  };
  const card = {
    type: 'PaymentMethodSet',
    data: {
      day: '2026-03-01',
      brand: 'visa',
      last4Digits: '4242',
      expiresOn: null,
      paymentToken: 'pm_1',
      customer: 'cus_1',
    },
  };
  const running = (
    quantity: number,
    [from, to]: readonly [string, string],
    interval: 'MONTH' | 'YEAR' = 'MONTH',
    ...more: History
  ): History => [
    ...opened(),
    { type: 'PurchaseBegun', data: { customer: 'cus_1' } },
    { type: 'BillingDetailsChanged', data: { emailAddress: 'pay@example.com', address } },
    { type: 'PlanBought', data: { plan: plan(interval), quantity, collectionMethod: 'CHARGE_AUTOMATICALLY' } },
    card,
    { type: 'PeriodBegun', data: { from, to, first: from } },
    { type: 'PurchaseCompleted', data: {} },
    ...more,
  ];
  const take = (history: History, on: string, memberCount: number) =>
    after(history).when((billing) => {
      const [step] = dueSteps(billing!, { date: on, time: '12:00' });
      return takeBillingStep(at(billing, on), nameOfStep(step!), { ...guids, memberCount });
    });

  test('a period is renewed for the current number of members, on the days of the first one, and an unprocessed one is free', () => {
    // 1900 and 300 for each of 11, plus 5 %.
    take(running(20, ['2026-01-31', '2026-02-28']), '2026-02-28', 11).thenMatch([
      { type: 'QuantityChanged', data: { quantity: 11 } },
      { type: 'PeriodBegun', data: { from: '2026-02-28', to: '2026-03-31', first: '2026-01-31' } },
      {
        type: 'InvoiceIssued',
        data: { number: '000000000004-1', dueOn: '2026-02-28', figures: { subtotal: 5_200, tax: 260, total: 5_460 } },
      },
      { type: 'PurchaseBegun', data: { byCalendar: true, invoiceGuid: guids.invoiceGuid } },
      { type: 'ChargeRequested', data: { cents: 5_460 } },
    ]);
    expect(take(running(20, ['2026-01-31', '2026-02-28']), '2026-05-04', 20).events[0]).toMatchObject({
      type: 'PeriodBegun',
      data: { from: '2026-04-30', to: '2026-05-31', first: '2026-01-31' },
    });
    expect(take(running(1_000, ['2026-03-01', '2026-04-01']), '2026-04-01', 1_200).events[1]).toMatchObject({
      type: 'InvoiceIssued',
      data: { quantity: 1_000, figures: { subtotal: 230_900 } },
    });
  });

  test('the balance pays first; when nothing is left to pay the provider is not called', () => {
    const paidBefore = { type: 'InvoicePaid', data: { invoiceGuid: 'before', toBalance: 90_644 } };
    take(running(37, ['2026-03-01', '2026-04-01'], 'MONTH', paidBefore), '2026-04-01', 37).thenMatch([
      { type: 'PeriodBegun' },
      { type: 'InvoiceIssued', data: { figures: { credit: 13_000, creditLeft: 77_644, total: 0 } } },
      { type: 'InvoicePaid' },
    ]);
  });

  test('a renewal is for the users that were requested, or for the members if there are more', () => {
    const wanted = (quantity: number | null) => ({
      type: 'RenewalQuantityRequested',
      data: { day: '2026-02-01', quantity },
    });
    const renewed = (members: number, ...requests: History) =>
      take(running(20, ['2026-01-31', '2026-02-28'], 'MONTH', ...requests), '2026-02-28', members).events;
    expect(renewed(11, wanted(15))).toMatchObject([{ data: { quantity: 15 } }, {}, {}, {}, {}]);
    expect(renewed(16, wanted(15))).toMatchObject([{ data: { quantity: 16 } }, {}, {}, {}, {}]);
    expect(renewed(11, wanted(15), wanted(null))).toMatchObject([{ data: { quantity: 11 } }, {}, {}, {}, {}]);
    const after15 = [...running(20, ['2026-01-31', '2026-02-28'], 'MONTH', wanted(15)), ...renewed(11, wanted(15))];
    expect(after(after15).state).toMatchObject({ quantity: 15 });
    expect(after(after15).state).not.toHaveProperty('renewalQuantity');
  });

  test('in a year more members than were bought are paid for from the day on that they are counted, and fewer are not', () => {
    const counted = { type: 'MembersCounted', data: { day: '2026-02-01', members: 37 } };
    const year = running(37, ['2026-01-01', '2027-01-01'], 'YEAR', counted);
    take(year, '2026-03-01', 30).then([{ type: 'MembersCounted', data: { day: '2026-03-01', members: 30 } }]);
    // As in the specification's quote.
    const { events } = take(year, '2026-03-01', 52);
    expect(types(events)).toEqual([
      'MembersCounted',
      'QuantityChanged',
      'InvoiceIssued',
      'PurchaseBegun',
      'ChargeRequested',
    ]);
    expect(events[2]).toMatchObject({
      data: {
        quantity: 52,
        period: { to: '2027-01-01' },
        figures: { subtotal: 150_066, credit: 108_986, tax: 2_054, total: 43_134 },
      },
    });
  });

  test('without a card grace begins without calling the provider; a step that was taken is not taken again', () => {
    const withoutCard = running(10, ['2026-03-01', '2026-04-01']).filter((event) => event !== card);
    const { events } = take(withoutCard, '2026-04-01', 10);
    expect(events.at(-1)).toEqual({
      type: 'GraceBegun',
      data: { day: '2026-04-01', until: '2026-04-15', invoiceGuid: guids.invoiceGuid, declineCode: null },
    });
    const inGrace = [...withoutCard, ...events];
    after(inGrace)
      .when((billing) =>
        takeBillingStep(at(billing, '2026-04-01'), nameOfStep({ step: 'BEGIN_PERIOD', on: '2026-04-01' }), {
          ...guids,
          memberCount: 10,
        }),
      )
      .then([]);
    expect(statusOf(inGrace, '2026-04-14')).toMatchObject({
      subscriptionStatus: 'IN_GRACE_PERIOD',
      accessUntil: '2026-04-15',
      isWalled: false,
    });
  });

  test('the next payment is shown for a coming renewal, and none where nothing will be charged', () => {
    const shown = (history: History, on: string) => {
      const view = { day: on, isNow: true, billing: after(history).state, events: [], revision: 1, position: null };
      const { subscriptionStatus, nextPayment } = subscriptionAnswer(organizationGuid, view, sold, 10);
      return [subscriptionStatus, nextPayment];
    };
    const active = running(10, ['2026-03-01', '2026-04-01']);
    expect(shown(active, '2026-03-16')).toEqual([
      'ACTIVE',
      { date: '2026-04-01', quantity: 10, total: 5_145, currency: 'CAD', hasTax: true },
    ]);
    const withoutCard = active.filter((event) => event !== card);
    const inGrace = [...withoutCard, ...take(withoutCard, '2026-04-01', 10).events];
    const inTrial = chosen();
    const granted = after(inTrial).when((billing) => grantPlan(at(billing), 'pilot'));
    const cancelled = { type: 'SubscriptionCancelled', data: { day: '2026-03-16', accessUntil: '2026-04-01' } };
    expect([
      shown(inGrace, '2026-04-02'),
      shown([...inGrace, ...take(inGrace, '2026-04-15', 10).events], '2026-04-15'),
      shown([...inTrial, ...granted.events], '2026-03-02'),
      shown([...active, cancelled], '2026-03-16'),
    ]).toEqual([
      ['IN_GRACE_PERIOD', null],
      ['PAYMENT_REQUIRED', null],
      ['FREE_TRIAL_SUBSCRIPTION_CONFIGURED', null],
      ['CANCELLED_ACTIVE', null],
    ]);
  });

  test('payment of a void invoice is credited to the balance', () => {
    const paid = {
      status: 'DONE',
      reference: 'pi_1',
      card: { paymentToken: 'pm_1', brand: 'visa', last4Digits: '4242', expiresOn: '2030-03-31' },
    } as const;
    const before = running(10, ['2026-03-01', '2026-04-01']);
    const ended = [
      ...before,
      ...take(before, '2026-04-01', 10).events,
      { type: 'InvoiceVoided', data: { day: '2026-04-01', invoiceGuid: guids.invoiceGuid, balanceBack: 0 } },
      { type: 'SubscriptionEnded', data: { day: '2026-04-01', reason: 'CANCELLED' } },
    ];
    const { events } = after(ended).when((billing) =>
      settlePurchase(at(billing, '2026-04-02'), guids.purchaseGuid, organizationGuid, paid, 'none'),
    );
    expect(events.find(({ type }) => type === 'InvoicePaid')).toMatchObject({ data: { toBalance: 5_145 } });
    expect(after([...ended, ...events]).state!.balance).toBe(5_145);
  });
});

test('a part of an invoice is taken back with its share of each tax', () => {
  const taxes = [
    { name: 'GST', rate: 5, registrationNumber: null, cents: 2_756 },
    { name: 'PST', rate: 7, registrationNumber: null, cents: 3_858 },
  ];
  const figures = {
    lines: [],
    subtotal: 55_120,
    discount: 0,
    credit: 0,
    creditLeft: 0,
    taxes,
    tax: 6_614,
    total: 61_734,
  };
  // 2756 × 10000 ÷ 61734 = 446.43…, 3858 × 10000 ÷ 61734 = 624.94….
  expect(refundedFigures(figures, 10_000)).toMatchObject({
    subtotal: 8_929,
    tax: 1_071,
    taxes: [{ cents: 446 }, { cents: 625 }],
    total: 10_000,
    lines: [{ cents: 8_929 }, { cents: 446 }, { cents: 625 }],
  });
  expect(refundedFigures(figures, 61_734)).toMatchObject({ subtotal: 55_120, tax: 6_614 });
});

describe('an operator', () => {
  const extend = (history: History, on = day) => after(history).when((billing) => extendTrial(at(billing, on), 7));
  const grant = (history: History, productKey: string) =>
    after(history).when((billing) => grantPlan(at(billing), productKey));

  test('extends a trial after its end, or after today when it is over', () => {
    extend(chosen()).then([{ type: 'TrialExtended', data: { day, endsOn: '2026-03-22' } }]);
    extend(chosen(), '2026-04-01').then([{ type: 'TrialExtended', data: { day: '2026-04-01', endsOn: '2026-04-08' } }]);
    extend(opened()).thenMatch({ refused: 'SubscriptionStateConflict', facts: { state: 'CHOOSE_PRODUCT' } });
  });

  test('grants what costs nothing, and nothing else', () => {
    const granting = grant(opened(), 'pilot');
    granting.thenMatch([{ type: 'PlanBought', data: { plan: { productKey: 'pilot', billingInterval: 'NONE' } } }]);
    const billing = [...opened(), ...granting.events];
    expect(statusOf(billing)).toMatchObject({
      subscriptionStatus: 'ACTIVE',
      planName: 'Pilot',
      nextBillingDate: null,
      accessUntil: null,
    });
    grant(billing, 'pilot').then([]);
    grant(billing, 'essentials').then({ refused: 'BillingLineItemNotFound' });
  });
});

test('a status set by an operator counts only while the billing status is unknown', () => {
  const byOperator = {
    status: 'ACTIVE',
    freeTrialRemainingDays: null,
    planName: 'Standard',
    nextBillingDate: null,
    saidAt: noon.toISOString(),
  } as const;
  const organization = {
    guid: organizationGuid,
    subscription: byOperator,
    billing: after(opened()).state,
    timeZone: 'America/Edmonton',
    customerConfig: [{ code: 'BILLING' as const, isEnabled: true }],
    billingSwitchedOnAt: null,
  };
  expect(billingStatusOf(organization, sold, noon).subscriptionStatus).toBe('CHOOSE_PRODUCT');
  expect(billingStatusOf(organization, null, noon).subscriptionStatus).toBe('ACTIVE');
  expect(billingStatusOf({ ...organization, billing: null }, sold, noon)).toMatchObject({
    subscriptionStatus: 'ACTIVE',
    isWalled: false,
  });
});

describe('BILLING', () => {
  const organization = (history: History, more: object = {}) => ({
    guid: organizationGuid,
    subscription: null,
    billing: after(history).state,
    timeZone: 'America/Edmonton',
    onboardingStatus: 'ONBOARDED' as const,
    customerConfig: [{ code: 'BILLING' as const, isEnabled: true }],
    billingSwitchedOnAt: null,
    ...more,
  });
  const later = new Date('2026-03-20T19:00:00.000Z');
  const required = (state: string) => ({ refused: 'SubscriptionRequired', facts: { state } });
  const walled = { wall: 'WALLED' as const, modules: { allOf: [] } };

  test('off, the status is unknown and nothing is gated; switched on again, there are 14 days to choose', () => {
    expect(subscriptionRefusal(walled, organization(opened()), sold, later)).toEqual(required('CHOOSE_PRODUCT'));
    expect(
      subscriptionRefusal(
        walled,
        organization(opened(), { customerConfig: [{ code: 'BILLING', isEnabled: false }] }),
        sold,
        later,
      ),
    ).toBeUndefined();
    expect(
      subscriptionRefusal(
        walled,
        organization(opened(), { billingSwitchedOnAt: new Date('2026-03-10T19:00:00.000Z') }),
        sold,
        later,
      ),
    ).toBeUndefined();
    expect(
      subscriptionRefusal(
        walled,
        organization(opened(), { billingSwitchedOnAt: new Date('2026-03-06T19:00:00.000Z') }),
        sold,
        later,
      ),
    ).toEqual(required('CHOOSE_PRODUCT'));
  });

  test('is switched by an operator, and the same again writes nothing', () => {
    const on = {
      customerConfig: {
        CUSTOM_EVENTS: true,
        REPORTING_GROUPS: true,
        WORKSITES: true,
        COVID_19_REPORTING: true,
        CONTRACTORS: false,
        KEEP_PHOTO_LOCATION: false,
        REVIEWER_AT_ONCE: true,
        BILLING: true,
      },
    };
    const billing = after(opened()).state;
    expect(switchBilling(on, billing, false, noon)).toEqual([
      { type: 'CustomerConfigChanged', data: { code: 'BILLING', isEnabled: false } },
    ]);
    expect(switchBilling(on, billing, true, noon)).toEqual([]);
    expect(switchBilling(null, null, true, noon)).toEqual({ refused: 'OrganizationNotFound' });
  });

  test('writes of a module that the plan lacks are gated unless always open, and the module cannot be switched on', () => {
    const inTrial = organization(chosen());
    const write = (module: 'credentials' | 'events', wall: 'WALLED' | 'PROTECTING' = 'WALLED') =>
      subscriptionRefusal({ wall, modules: { allOf: [module] } }, inTrial, sold, noon);
    expect([write('credentials'), write('events'), write('credentials', 'PROTECTING')]).toEqual([
      required('IN_FREE_TRIAL'),
      undefined,
      undefined,
    ]);
    expect([
      moduleRefusal('credentials', inTrial, sold, noon),
      moduleRefusal('events', inTrial, sold, noon),
      moduleRefusal('credentials', organization(opened()), sold, noon),
    ]).toEqual([required('IN_FREE_TRIAL'), undefined, undefined]);
  });
});
