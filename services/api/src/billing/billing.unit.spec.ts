import { evolveBilling, type BillingState } from '@plimsoll/contracts/billing/billing-state';
import { demoCatalogue as sold, demoPlanGuid } from '@plimsoll/contracts/billing/demo-catalogue';
import { dueSteps } from '@plimsoll/contracts/billing/due-steps';
import type { BillingEvent } from '@plimsoll/contracts/billing/events';
import { billingStatusAt, billingStatusOf } from './billing-status.ts';
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
const after = (events: readonly BillingEvent[], before: BillingState | null = null): BillingState =>
  events.reduce(evolveBilling, before)!;
const opened = (more: Partial<FoundedWith> = {}) => after([beginBilling(foundedWith(more), sold, noon)]);
const wish = (more: Partial<ChosenPlan> = {}): ChosenPlan => ({
  productKey: 'essentials',
  billingInterval: 'MONTH',
  startFreeTrial: true,
  emailAddress: 'pay@example.com',
  quantity: null,
  card: null,
  ...more,
});
const choose = (billing: BillingState, more: Partial<ChosenPlan> = {}, on = day) =>
  choosePlan({ billing, sold, day: on, revision: 1 }, wish(more)) as BillingEvent[];
const statusOf = (billing: BillingState, on = day) => billingStatusAt(organizationGuid, billing, sold, on);

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
    expect(choose(billing)).toMatchObject({ refused: 'MalformedRequest', fieldErrors: [{ field: 'paymentToken' }] });
    expect(choose(billing, { startFreeTrial: false }).map(({ type }) => type)).toEqual([
      'PlanChosen',
      'BillingDetailsChanged',
    ]);
  });

  test('once', () => {
    expect(openBilling(opened(), null, sold, noon)).toEqual({ refused: 'OrganizationNotFound' });
  });
});

describe('a plan', () => {
  test('is chosen with its trial, by its own terms', () => {
    const events = choose(opened(), { quantity: 8 });
    expect(events).toMatchObject([
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
    const billing = after(events, opened());
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
    const [chosen] = choose(opened({ channelPartner: 'northwind' }), { productKey: 'complete' });
    expect(chosen).toMatchObject({
      data: { plan: { trialDays: 30, discounts: [{ discountFlatPrice: 7_900 }, {}, {}] } },
    });
  });

  test('that is chosen already writes nothing', () => {
    const billing = after(choose(opened(), { startFreeTrial: false }), opened());
    expect(statusOf(billing).subscriptionStatus).toBe('START_FREE_TRIAL');
    expect(choose(billing, { startFreeTrial: false })).toEqual([]);
    expect(choose(billing).map(({ type }) => type)).toEqual(['TrialBegun']);
  });

  test('without a trial begins none, whatever is asked for', () => {
    expect(choose(opened(), { billingInterval: 'WEEK' })).toEqual({
      refused: 'SubscriptionStateConflict',
      facts: { state: 'NO_TRIAL_AVAILABLE', allowedCommands: ['CHOOSE', 'BUY'] },
    });
    expect(choose(opened({ channelPartner: 'RIGSAFE' }))).toMatchObject({ refused: 'SubscriptionStateConflict' });
    const withoutTrial = after(choose(opened(), { billingInterval: 'WEEK', startFreeTrial: false }), opened());
    // Nor of another plan, until that one is chosen.
    expect(choose(withoutTrial)).toEqual({
      refused: 'SubscriptionStateConflict',
      facts: { state: 'NO_TRIAL_AVAILABLE', allowedCommands: ['CHOOSE', 'BUY'] },
    });
    expect(
      choose(after(choose(withoutTrial, { startFreeTrial: false }), withoutTrial)).map(({ type }) => type),
    ).toEqual(['TrialBegun']);
  });

  test('is not chosen once there was a trial: there is one, ever', () => {
    const billing = after(choose(opened()), opened());
    for (const on of [day, '2026-03-15'])
      expect(choose(billing, {}, on)).toMatchObject({ refused: 'SubscriptionStateConflict' });
  });

  test.each([
    ['pilot', 'NONE'],
    ['nothing', 'MONTH'],
    ['complete', 'WEEK'],
  ] as const)('%s by %s is not for sale', (productKey, billingInterval) => {
    expect(choose(opened(), { productKey, billingInterval })).toEqual({ refused: 'BillingLineItemNotFound' });
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
  const at = (billing: BillingState, on = day) => ({ billing, sold, day: on, revision: 1 });
  const untried = opened({ channelPartner: 'RIGSAFE' });
  const paid = {
    status: 'DONE',
    reference: 'pi_1',
    card: { paymentToken: 'pm_1', brand: 'visa', last4Digits: '4242', expiresOn: '2030-03-31' },
  } as const;
  const settle = (billing: BillingState, settled: Settled, on = day) =>
    settlePurchase(at(billing, on), purchaseGuid, organization, settled, invoiceGuid) as BillingEvent[];
  const begun = (on = day, more: Partial<BoughtPlan> = {}, billing = untried) =>
    after(buyPlan(at(billing, on), bought(more)) as BillingEvent[], billing);
  const types = (events: readonly BillingEvent[]) => events.map(({ type }) => type);

  test('is written before the provider is asked, and counts for nothing until then', () => {
    const events = buyPlan(at(untried), bought()) as BillingEvent[];
    expect(types(events)).toEqual(['PurchaseBegun', 'ChargeRequested']);
    expect(events[1]).toMatchObject({ data: { cents: 5_460, currency: 'CAD', chargeGuid } });
    expect(statusOf(begun()).subscriptionStatus).toBe('NO_TRIAL_AVAILABLE');
    expect(buyPlan(at(begun()), bought())).toMatchObject({ refused: 'SubscriptionStateConflict' });
  });

  test('that is paid brings plan, period, card and the next invoice at once; a second answer changes nothing', () => {
    const events = settle(begun('2026-08-31'), paid, '2026-08-31');
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
    const billing = after(events, begun('2026-08-31'));
    expect(statusOf(billing, '2026-09-01')).toMatchObject({
      subscriptionStatus: 'ACTIVE',
      nextBillingDate: '2026-09-30',
    });
    expect(settle(billing, paid, '2026-08-31')).toEqual([]);
  });

  test.each<[Settled, string, string | null]>([
    [{ status: 'DECLINED', declineCode: 'stolen_card' }, 'DECLINED', 'stolen_card'],
    [{ status: 'EXPIRED' }, 'EXPIRED', null],
  ])('that ends otherwise leaves all as it was: %j', (settled, because, declineCode) => {
    const events = settle(begun(), settled);
    expect(events).toMatchObject([
      { type: 'ChargeFailed', data: { chargeGuid, declineCode } },
      { type: 'PurchaseFailed', data: { because, declineCode } },
    ]);
    expect(statusOf(after(events, begun()))).toEqual(statusOf(untried));
  });

  test('is for no fewer users than members, with a card, in a way that the plan is paid for', () => {
    expect(
      buyPlan(at(untried), bought({ quantity: 2, paymentToken: null, collectionMethod: 'SEND_INVOICE' })),
    ).toMatchObject({
      refused: 'MalformedRequest',
      fieldErrors: [{ field: 'quantity' }, { field: 'collectionMethod' }],
    });
    expect(buyPlan(at(untried), bought({ paymentToken: null }))).toMatchObject({
      fieldErrors: [{ field: 'paymentToken' }],
    });
    expect(buyPlan(at(opened()), bought())).toMatchObject({
      refused: 'SubscriptionStateConflict',
      facts: { state: 'CHOOSE_PRODUCT' },
    });
  });

  test('is charged today where the plan that was chosen has no trial, though this one has', () => {
    const chosen = after(choose(opened(), { billingInterval: 'WEEK', startFreeTrial: false }), opened());
    expect(statusOf(chosen).subscriptionStatus).toBe('NO_TRIAL_AVAILABLE');
    expect(buyPlan(at(chosen), bought())).toMatchObject([
      { type: 'PurchaseBegun', data: { trialEndsOn: null, period: { from: day } } },
      { type: 'ChargeRequested' },
    ]);
  });

  test('of another product in the middle of March costs what the page says, and keeps the dates', () => {
    const running = after(
      settle(begun('2026-03-01', { quantity: 10 }), paid, '2026-03-01'),
      begun('2026-03-01', { quantity: 10 }),
    );
    const switching = { productKey: 'complete', quantity: 10, paymentToken: null };
    expect(buyPlan(at(running, '2026-03-16'), bought(switching))).toMatchObject([
      {
        data: {
          figures: { subtotal: 5_110, credit: 2_529, tax: 129, total: 2_710, creditLeft: 0 },
          period: { from: '2026-03-01', to: '2026-04-01' },
        },
      },
      { data: { cents: 2_710 } },
    ]);
    const billing = begun('2026-03-16', switching, running);
    expect(types(settle(billing, paid, '2026-03-16'))).toEqual([
      'ChargeSucceeded',
      'BillingDetailsChanged',
      'PlanBought',
      'InvoiceIssued',
      'InvoicePaid',
      'PurchaseCompleted',
    ]);
    expect(buyPlan(at(running, '2026-03-16'), bought({ quantity: 10, paymentToken: null }))).toEqual([]);
  });

  test('for more users is charged for the remaining days, and for fewer is refused within a period', () => {
    const ten = after(
      settle(begun('2026-03-01', { quantity: 10 }), paid, '2026-03-01'),
      begun('2026-03-01', { quantity: 10 }),
    );
    const events = changeSubscription(at(ten, '2026-03-31'), changed({ quantity: 11 })) as BillingEvent[];
    expect(events).toMatchObject([
      { type: 'PurchaseBegun', data: { figures: { subtotal: 168, credit: 158, tax: 1, total: 11 } } },
      { type: 'ChargeRequested', data: { cents: 11 } },
    ]);
    expect(types(settle(after(events, ten), paid, '2026-03-31'))).toEqual([
      'ChargeSucceeded',
      'BillingDetailsChanged',
      'QuantityChanged',
      'InvoiceIssued',
      'InvoicePaid',
      'PurchaseCompleted',
    ]);
    expect(changeSubscription(at(ten, '2026-03-31'), changed({ quantity: 9 }))).toMatchObject({
      refused: 'MalformedRequest',
      fieldErrors: [{ field: 'quantity' }],
    });
    const newCard = changeSubscription(
      at(ten, '2026-03-31'),
      changed({ paymentToken: 'pm_card_amex' }),
    ) as BillingEvent[];
    expect(newCard).toMatchObject([{ type: 'PurchaseBegun', data: { figures: null, paymentToken: 'pm_card_amex' } }]);
    expect(types(settle(after(newCard, ten), paid, '2026-03-31'))).toEqual([
      'PaymentMethodSet',
      'BillingDetailsChanged',
      'PurchaseCompleted',
    ]);
    expect(changeSubscription(at(untried), changed({ quantity: 12 }))).toMatchObject({
      refused: 'SubscriptionStateConflict',
    });
  });

  test('is cancelled for when its period is over', () => {
    const running = after(settle(begun(), paid), begun());
    expect(cancelSubscription(at(running, '2026-03-16'))).toEqual([
      { type: 'SubscriptionCancelled', data: { day: '2026-03-16', accessUntil: '2026-04-01' } },
    ]);
    const billing = after(cancelSubscription(at(running, '2026-03-16')) as BillingEvent[], running);
    expect([
      statusOf(billing, '2026-03-31').subscriptionStatus,
      statusOf(billing, '2026-04-01').subscriptionStatus,
    ]).toEqual(['CANCELLED_ACTIVE', 'NO_SUBSCRIPTION']);
    expect(changeSubscription(at(billing, '2026-04-01'), changed({ restore: true }))).toMatchObject({
      refused: 'SubscriptionStateConflict',
    });
    const again = buyPlan(at(billing, '2026-04-10'), bought({ paymentToken: null })) as BillingEvent[];
    expect(again[0]).toMatchObject({
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
  const running = (
    quantity: number,
    [from, to]: readonly [string, string],
    interval: 'MONTH' | 'YEAR' = 'MONTH',
    more: Partial<BillingState> = {},
  ): BillingState => ({
    ...opened(),
    plan: plan(interval),
    quantity,
    collectionMethod: 'CHARGE_AUTOMATICALLY',
    isBought: true,
    period: { from, to, first: from },
    address,
    customer: 'cus_1',
    emailAddress: 'pay@example.com',
    paymentMethod: {
      brand: 'visa',
      last4Digits: '4242',
      expiresOn: null,
      paymentToken: 'pm_1',
      customer: 'cus_1',
      setOn: '2026-03-01',
    },
    ...more,
  });
  const take = (billing: BillingState, on: string, memberCount: number) => {
    const [step] = dueSteps(billing, { date: on, time: '12:00' });
    return takeBillingStep({ billing, sold, day: on, revision: 1 }, nameOfStep(step!), {
      ...guids,
      memberCount,
    }) as BillingEvent[];
  };

  test('a period is renewed for the current number of members, on the days of the first one, and an unprocessed one is free', () => {
    const events = take(running(20, ['2026-01-31', '2026-02-28']), '2026-02-28', 11);
    // 1900 and 300 for each of 11, plus 5 %.
    expect(events).toMatchObject([
      { type: 'QuantityChanged', data: { quantity: 11 } },
      { type: 'PeriodBegun', data: { from: '2026-02-28', to: '2026-03-31', first: '2026-01-31' } },
      {
        type: 'InvoiceIssued',
        data: { number: '000000000004-1', dueOn: '2026-02-28', figures: { subtotal: 5_200, tax: 260, total: 5_460 } },
      },
      { type: 'PurchaseBegun', data: { byCalendar: true, invoiceGuid: guids.invoiceGuid } },
      { type: 'ChargeRequested', data: { cents: 5_460 } },
    ]);
    expect(take(running(20, ['2026-01-31', '2026-02-28']), '2026-05-04', 20)[0]).toMatchObject({
      type: 'PeriodBegun',
      data: { from: '2026-04-30', to: '2026-05-31', first: '2026-01-31' },
    });
    expect(take(running(1_000, ['2026-03-01', '2026-04-01']), '2026-04-01', 1_200)[1]).toMatchObject({
      type: 'InvoiceIssued',
      data: { quantity: 1_000, figures: { subtotal: 230_900 } },
    });
  });

  test('the balance pays first; when nothing is left to pay the provider is not called', () => {
    const events = take(running(37, ['2026-03-01', '2026-04-01'], 'MONTH', { balance: 90_644 }), '2026-04-01', 37);
    expect(events.map(({ type }) => type)).toEqual(['PeriodBegun', 'InvoiceIssued', 'InvoicePaid']);
    expect(events[1]).toMatchObject({ data: { figures: { credit: 13_000, creditLeft: 77_644, total: 0 } } });
  });

  test('in a year more members than were bought are paid for from the day on that they are counted, and fewer are not', () => {
    const year = running(37, ['2026-01-01', '2027-01-01'], 'YEAR', { countedOn: '2026-02-01' });
    expect(take(year, '2026-03-01', 30)).toEqual([
      { type: 'MembersCounted', data: { day: '2026-03-01', members: 30 } },
    ]);
    // As in the specification's quote.
    const events = take(year, '2026-03-01', 52);
    expect(events.map(({ type }) => type)).toEqual([
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
    const withoutCard = running(10, ['2026-03-01', '2026-04-01'], 'MONTH', { paymentMethod: null });
    const events = take(withoutCard, '2026-04-01', 10);
    expect(events.at(-1)).toEqual({
      type: 'GraceBegun',
      data: { day: '2026-04-01', until: '2026-04-15', invoiceGuid: guids.invoiceGuid, declineCode: null },
    });
    expect(
      takeBillingStep(
        { billing: after(events, withoutCard), sold, day: '2026-04-01', revision: 9 },
        nameOfStep({ step: 'BEGIN_PERIOD', on: '2026-04-01' }),
        { ...guids, memberCount: 10 },
      ),
    ).toEqual([]);
    expect(statusOf(after(events, withoutCard), '2026-04-14')).toMatchObject({
      subscriptionStatus: 'IN_GRACE_PERIOD',
      accessUntil: '2026-04-15',
      isWalled: false,
    });
  });

  test('payment of a void invoice is credited to the balance', () => {
    const paid = {
      status: 'DONE',
      reference: 'pi_1',
      card: { paymentToken: 'pm_1', brand: 'visa', last4Digits: '4242', expiresOn: '2030-03-31' },
    } as const;
    const before = running(10, ['2026-03-01', '2026-04-01']);
    const begun = after(take(before, '2026-04-01', 10), before);
    const ended = after(
      [
        { type: 'InvoiceVoided', data: { day: '2026-04-01', invoiceGuid: guids.invoiceGuid, balanceBack: 0 } },
        { type: 'SubscriptionEnded', data: { day: '2026-04-01', reason: 'CANCELLED' } },
      ],
      begun,
    );
    const events = settlePurchase(
      { billing: ended, sold, day: '2026-04-02', revision: 9 },
      guids.purchaseGuid,
      organizationGuid,
      paid,
      'none',
    ) as BillingEvent[];
    expect(events.find(({ type }) => type === 'InvoicePaid')).toMatchObject({ data: { toBalance: 5_145 } });
    expect(after(events, ended).balance).toBe(5_145);
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
  const inTrial = after(choose(opened()), opened());

  test('extends a trial after its end, or after today when it is over', () => {
    expect(extendTrial({ billing: inTrial, sold, day, revision: 1 }, 7)).toEqual([
      { type: 'TrialExtended', data: { day, endsOn: '2026-03-22' } },
    ]);
    expect(extendTrial({ billing: inTrial, sold, day: '2026-04-01', revision: 1 }, 7)).toEqual([
      { type: 'TrialExtended', data: { day: '2026-04-01', endsOn: '2026-04-08' } },
    ]);
    expect(extendTrial({ billing: opened(), sold, day, revision: 1 }, 7)).toMatchObject({
      refused: 'SubscriptionStateConflict',
      facts: { state: 'CHOOSE_PRODUCT' },
    });
  });

  test('grants what costs nothing, and nothing else', () => {
    const granted = grantPlan({ billing: opened(), sold, day, revision: 1 }, 'pilot') as BillingEvent[];
    expect(granted).toMatchObject([
      { type: 'PlanBought', data: { plan: { productKey: 'pilot', billingInterval: 'NONE' } } },
    ]);
    const billing = after(granted, opened());
    expect(statusOf(billing)).toMatchObject({
      subscriptionStatus: 'ACTIVE',
      planName: 'Pilot',
      nextBillingDate: null,
      accessUntil: null,
    });
    expect(grantPlan({ billing, sold, day, revision: 1 }, 'pilot')).toEqual([]);
    expect(grantPlan({ billing, sold, day, revision: 1 }, 'essentials')).toEqual({
      refused: 'BillingLineItemNotFound',
    });
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
    billing: opened(),
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
  const organization = (billing: BillingState, more: object = {}) => ({
    guid: organizationGuid,
    subscription: null,
    billing,
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
        BILLING: true,
      },
    };
    expect(switchBilling(on, opened(), false, noon)).toEqual([
      { type: 'CustomerConfigChanged', data: { code: 'BILLING', isEnabled: false } },
    ]);
    expect(switchBilling(on, opened(), true, noon)).toEqual([]);
    expect(switchBilling(null, null, true, noon)).toEqual({ refused: 'OrganizationNotFound' });
  });

  test('writes of a module that the plan lacks are gated unless always open, and the module cannot be switched on', () => {
    const inTrial = organization(after(choose(opened()), opened()));
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
