import { evolveBilling, type BillingState } from './billing-state.ts';
import { demoCatalogue, demoPlanGuid } from './demo-catalogue.ts';
import { comingSteps, dueSteps, graceDays, nextDueOn, type BillingStep } from './due-steps.ts';
import type { BillingEvent, PlanTerms } from './events.ts';
import type { BillingInterval } from './billing-interval.ts';

const invoiceGuid = '01900000-0000-7000-8000-0000000000e3';
const purchaseGuid = '01900000-0000-7000-8000-0000000000e1';
const chargeGuid = '01900000-0000-7000-8000-0000000000e2';

function terms(billingInterval: BillingInterval): PlanTerms {
  const plan = demoCatalogue.plans.find(
    ({ productPlanGuid }) =>
      productPlanGuid === demoPlanGuid(billingInterval === 'NONE' ? 'pilot' : 'essentials', billingInterval, 'CAD'),
  )!;
  const { productGuid, productPlanGuid, trialDays, needsBillingInfo, collectionMethods, tiers } = plan;
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
}

const figures = { lines: [], subtotal: 4_900, discount: 0, credit: 0, creditLeft: 0, taxes: [], tax: 0, total: 4_900 };
const opened: BillingEvent = {
  type: 'BillingOpened',
  data: {
    day: '2026-03-01',
    currency: 'CAD',
    timeZone: 'America/Edmonton',
    channelPartnerCode: null,
    trialDays: null,
    needsPaymentDetails: false,
    isTrialOffered: true,
  },
};
const trial: BillingEvent = { type: 'TrialBegun', data: { day: '2026-03-01', endsOn: '2026-03-15' } };
const card: BillingEvent = {
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
const expiring = (expiresOn: string): BillingEvent =>
  ({
    ...card,
    data: { ...(card.data as Extract<BillingEvent, { type: 'PaymentMethodSet' }>['data']), expiresOn },
  }) as BillingEvent;
const bought = (
  interval: BillingInterval = 'MONTH',
  collectionMethod: 'CHARGE_AUTOMATICALLY' | 'SEND_INVOICE' = 'CHARGE_AUTOMATICALLY',
): BillingEvent => ({
  type: 'PlanBought',
  data: { day: '2026-03-01', plan: terms(interval), quantity: 10, collectionMethod },
});
const period = (from: string, to: string, first = from): BillingEvent => ({
  type: 'PeriodBegun',
  data: { day: from, from, to, first },
});
const issued = (dueOn: string): BillingEvent => ({
  type: 'InvoiceIssued',
  data: {
    day: '2026-04-01',
    invoiceGuid,
    number: '0000000000c0-1',
    dueOn,
    currency: 'CAD',
    productName: 'Essentials',
    billingInterval: 'MONTH',
    quantity: 10,
    period: null,
    figures,
    seller: { name: 'Plimsoll', lines: [] },
    address: null,
  },
});
const grace = (until: string, declineCode: string | null = 'insufficient_funds'): BillingEvent => ({
  type: 'GraceBegun',
  data: { day: '2026-04-01', until, invoiceGuid, declineCode },
});
const cancelled: BillingEvent = {
  type: 'SubscriptionCancelled',
  data: { day: '2026-03-10', accessUntil: '2026-04-01' },
};
const tried = (day: string, declineCode: string | null): BillingEvent[] => [
  {
    type: 'PurchaseBegun',
    data: {
      day,
      purchaseGuid,
      begunAt: `${day}T13:00:00.000Z`,
      plan: terms('MONTH'),
      quantity: 10,
      collectionMethod: 'CHARGE_AUTOMATICALLY',
      channelPartnerCode: null,
      period: null,
      figures: null,
      trialEndsOn: null,
      paymentToken: null,
      customer: 'cus_1',
      emailAddress: null,
      address: null,
      invoiceGuid,
      byCalendar: true,
    },
  },
  {
    type: 'ChargeRequested',
    data: { day, chargeGuid, purchaseGuid, requestedAt: `${day}T13:00:00.000Z`, cents: 4_900, currency: 'CAD' },
  },
  ...(declineCode === ''
    ? []
    : [
        { type: 'ChargeFailed' as const, data: { day, chargeGuid, declineCode } },
        { type: 'PurchaseFailed' as const, data: { day, purchaseGuid, because: 'DECLINED' as const, declineCode } },
      ]),
];
const after = (...events: BillingEvent[]): BillingState =>
  [opened, ...events].reduce(evolveBilling, null as BillingState | null)!;
const textOf = (step: BillingStep): string =>
  `${step.on} ${step.step}${step.step === 'REMIND' ? ` ${step.reminder}` : step.step === 'END' ? ` ${step.reason}` : ''}`;
const monthly = [card, bought(), period('2026-03-01', '2026-04-01')];
const unpaid = [
  ...monthly,
  period('2026-04-01', '2026-05-01', '2026-03-01'),
  issued('2026-04-01'),
  ...tried('2026-04-01', 'insufficient_funds'),
  grace('2026-04-15'),
];

test.each<[string, BillingState, string[]]>([
  ['nothing was chosen', after(), []],
  [
    'a trial that nobody has bought anything in',
    after(trial),
    ['2026-03-12 REMIND TRIAL_ENDS_SOON', '2026-03-14 REMIND TRIAL_LAST_DAY', '2026-03-15 END_TRIAL'],
  ],
  ['a trial that is over', after(trial, { type: 'TrialEnded', data: { day: '2026-03-15' } }), []],
  ['bought while it runs', after(trial, card, bought()), ['2026-03-15 END_TRIAL', '2026-03-15 BEGIN_PERIOD']],
  ['bought', after(...monthly), ['2026-04-01 BEGIN_PERIOD']],
  ['bought for weeks', after(card, bought('WEEK'), period('2026-03-01', '2026-03-08')), ['2026-03-08 BEGIN_PERIOD']],
  [
    'bought for a year',
    after(card, bought('YEAR'), period('2026-01-31', '2027-01-31')),
    ['2026-02-28 COUNT_MEMBERS', '2027-01-01 REMIND YEARLY_RENEWAL', '2027-01-31 BEGIN_PERIOD'],
  ],
  [
    'its members counted in February',
    after(card, bought('YEAR'), period('2026-01-31', '2027-01-31'), {
      type: 'MembersCounted',
      data: { day: '2026-02-28', members: 8 },
    }),
    ['2026-03-31 COUNT_MEMBERS', '2027-01-01 REMIND YEARLY_RENEWAL', '2027-01-31 BEGIN_PERIOD'],
  ],
  ['given without periods', after(bought('NONE')), []],
  ['cancelled', after(...monthly, cancelled), ['2026-04-01 END CANCELLED']],
  [
    'cancelled and restored',
    after(...monthly, cancelled, { type: 'SubscriptionRestored', data: { day: '2026-03-11' } }),
    ['2026-04-01 BEGIN_PERIOD'],
  ],
  [
    'a charge under way',
    after(
      ...monthly,
      period('2026-04-01', '2026-05-01', '2026-03-01'),
      issued('2026-04-01'),
      ...tried('2026-04-01', ''),
    ),
    ['2026-04-02 CARRY_ON'],
  ],
  [
    'a charge that was given up',
    after(
      ...monthly,
      period('2026-04-01', '2026-05-01', '2026-03-01'),
      issued('2026-04-01'),
      ...tried('2026-04-01', null),
    ),
    ['2026-04-01 CHARGE'],
  ],
  [
    'a charge that failed',
    after(...unpaid),
    ['2026-04-02 CHARGE', '2026-04-14 REMIND GRACE_ENDS_TOMORROW', '2026-04-15 END_GRACE', '2026-05-15 END UNPAID'],
  ],
  [
    'tried again on the first day',
    after(...unpaid, ...tried('2026-04-02', 'insufficient_funds')),
    ['2026-04-04 CHARGE', '2026-04-14 REMIND GRACE_ENDS_TOMORROW', '2026-04-15 END_GRACE', '2026-05-15 END UNPAID'],
  ],
  [
    'on the last',
    after(...unpaid, ...tried('2026-04-14', 'insufficient_funds')),
    ['2026-04-14 REMIND GRACE_ENDS_TOMORROW', '2026-04-15 END_GRACE', '2026-05-15 END UNPAID'],
  ],
  ['grace over', after(...unpaid, { type: 'GraceEnded', data: { day: '2026-04-15' } }), ['2026-05-15 END UNPAID']],
  [
    'cancelled in grace',
    after(...unpaid, { type: 'SubscriptionCancelled', data: { day: '2026-04-03', accessUntil: '2026-04-15' } }),
    ['2026-04-15 END CANCELLED'],
  ],
  [
    'paid in grace',
    after(...unpaid, {
      type: 'InvoicePaid',
      data: {
        day: '2026-04-03',
        invoiceGuid,
        chargeGuid,
        paymentReference: null,
        toBalance: 0,
        brand: null,
        last4Digits: null,
      },
    }),
    ['2026-05-01 BEGIN_PERIOD'],
  ],
  [
    'a card that expires',
    after(expiring('2026-05-31'), ...monthly.slice(1)),
    ['2026-04-01 BEGIN_PERIOD', '2026-04-01 REMIND CARD_EXPIRES'],
  ],
  [
    'its owner was told',
    after(expiring('2026-05-31'), ...monthly.slice(1), {
      type: 'BillingReminderSent',
      data: { day: '2026-04-01', reminder: 'CARD_EXPIRES', about: '2026-05-31' },
    }),
    ['2026-04-01 BEGIN_PERIOD'],
  ],
  [
    'a card that expires this month when it is kept',
    after(expiring('2026-03-31'), ...monthly.slice(1)),
    ['2026-04-01 BEGIN_PERIOD'],
  ],
  [
    'a card that expired before the period',
    after(expiring('2026-04-30'), bought(), period('2026-04-01', '2026-05-01')),
    ['2026-05-01 BEGIN_PERIOD'],
  ],
  [
    'a card that expires, cancelled',
    after(expiring('2026-05-31'), ...monthly.slice(1), cancelled),
    ['2026-04-01 END CANCELLED'],
  ],
  [
    'a card that expires, and is not charged',
    after(expiring('2026-05-31'), bought('MONTH', 'SEND_INVOICE'), period('2026-03-01', '2026-04-01')),
    ['2026-04-01 BEGIN_PERIOD'],
  ],
  [
    'a sent invoice',
    after(bought('YEAR', 'SEND_INVOICE'), period('2026-03-01', '2027-03-01'), issued('2026-05-01')),
    [
      '2026-04-01 COUNT_MEMBERS',
      '2026-05-01 BEGIN_GRACE',
      '2027-01-30 REMIND YEARLY_RENEWAL',
      '2027-03-01 BEGIN_PERIOD',
    ],
  ],
  [
    'ended',
    after(
      ...unpaid,
      { type: 'InvoiceVoided', data: { day: '2026-05-15', invoiceGuid, balanceBack: 0 } },
      { type: 'SubscriptionEnded', data: { day: '2026-05-15', reason: 'UNPAID' } },
    ),
    [],
  ],
])('by the calendar: %s', (_, billing, steps) => {
  expect(comingSteps(billing).map(textOf)).toEqual(steps);
  expect(nextDueOn(billing)).toBe(steps[0]?.slice(0, 10) ?? null);
});

test.each(['lost_card', 'stolen_card', 'fraudulent', 'authentication_required'])(
  'a card that was refused as %s is not tried again, until there is another one',
  (declineCode) => {
    const charges = (billing: BillingState) => comingSteps(billing).filter(({ step }) => step === 'CHARGE');
    expect(charges(after(...unpaid.slice(0, -1), grace('2026-04-15', declineCode)))).toEqual([]);
    expect(charges(after(...unpaid, ...tried('2026-04-02', declineCode)))).toEqual([]);
  },
);

test('a grace of weeks is tried on its first and third day, one of days not at all', () => {
  expect((['DAY', 'WEEK', 'MONTH', 'YEAR'] as const).map(graceDays)).toEqual([1, 7, 14, 14]);
  const charges = (until: string, day: string) =>
    comingSteps(after(...unpaid.slice(0, -1), grace(until), ...tried(day, 'processing_error')))
      .filter(({ step }) => step === 'CHARGE')
      .map(({ on }) => on);
  expect([
    charges('2026-04-08', '2026-04-01'),
    charges('2026-04-08', '2026-04-02'),
    charges('2026-04-08', '2026-04-04'),
    charges('2026-04-02', '2026-04-01'),
  ]).toEqual([['2026-04-02'], ['2026-04-04'], [], []]);
});

test('a day of billing begins at six; a reminder that comes too late is none', () => {
  const due = (billing: BillingState, date: string, time: string) => dueSteps(billing, { date, time }).map(textOf);
  expect(due(after(...monthly), '2026-04-01', '05:59')).toEqual([]);
  expect(due(after(...monthly), '2026-04-01', '06:00')).toEqual(['2026-04-01 BEGIN_PERIOD']);
  expect(due(after(...monthly), '2026-06-20', '00:30')).toEqual(['2026-04-01 BEGIN_PERIOD']);
  expect(due(after(trial), '2026-03-13', '09:00')).toEqual(['2026-03-12 REMIND TRIAL_ENDS_SOON']);
  expect(due(after(trial), '2026-03-14', '09:00')).toEqual(['2026-03-14 REMIND TRIAL_LAST_DAY']);
  expect(due(after(trial), '2026-03-16', '09:00')).toEqual(['2026-03-15 END_TRIAL']);
});
