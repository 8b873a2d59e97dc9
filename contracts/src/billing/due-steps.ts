import { addDays } from '../kernel/values/calendar.ts';
import { ERASED } from '../kernel/erased.ts';
import { periodAt, type BillingInterval } from './billing-interval.ts';
import type { BillingState, OpenInvoice } from './billing-state.ts';
import type { BillingReminder } from './events.ts';
import { UNPAID_DAYS } from './status.ts';

/** What comes by the calendar, and on which of the organization's days. */
export type BillingStep = { readonly on: string } & (
  | { readonly step: 'END'; readonly reason: 'CANCELLED' | 'UNPAID' }
  | { readonly step: 'END_TRIAL' | 'END_GRACE' | 'BEGIN_PERIOD' | 'COUNT_MEMBERS' | 'CARRY_ON' }
  | { readonly step: 'BEGIN_GRACE' | 'CHARGE'; readonly invoice: OpenInvoice }
  | { readonly step: 'REMIND'; readonly reminder: BillingReminder; readonly about: string; readonly until: string }
);

/** An end comes before what it makes needless. */
const order: readonly BillingStep['step'][] = [
  'END',
  'END_TRIAL',
  'END_GRACE',
  'CARRY_ON',
  'BEGIN_PERIOD',
  'COUNT_MEMBERS',
  'CHARGE',
  'BEGIN_GRACE',
  'REMIND',
];

/** Days of grace on which a card is tried again. */
const RETRY_DAYS = [1, 3, 7, 13] as const;
const SOON_DAYS = 3;
const RENEWAL_NOTICE_DAYS = 30;
const TIMES = { DAY: 1, WEEK: 7, MONTH: 14, YEAR: 14, NONE: 14 } as const;

/** How long what is not paid goes on. */
export const graceDays = (interval: BillingInterval): number => TIMES[interval];

/** What is still to come as things are, the next first. A step is gone once its event is written. */
export function comingSteps(billing: BillingState): readonly BillingStep[] {
  const steps = [
    ...endSteps(billing),
    ...(billing.cancelled
      ? []
      : [
          ...trialSteps(billing),
          ...(billing.unpaid ? unpaidSteps(billing, billing.unpaid) : paidSteps(billing)),
          ...cardSteps(billing),
        ]),
    ...purchaseSteps(billing),
  ];
  return steps.sort((one, other) =>
    one.on < other.on ? -1 : one.on > other.on ? 1 : order.indexOf(one.step) - order.indexOf(other.step),
  );
}

/** From this time of the organization's day on. */
export const BILLING_FROM_TIME = '06:00';

/** What is to be done at a time of the organization's day; a reminder that comes too late is none. */
export const dueSteps = (
  billing: BillingState,
  { date, time }: { readonly date: string; readonly time: string },
): readonly BillingStep[] =>
  comingSteps(billing).filter(
    (step) =>
      step.on <= (time < BILLING_FROM_TIME ? addDays(date, -1) : date) && (step.step !== 'REMIND' || date < step.until),
  );

/** The day of the next step; null where nothing comes by itself. */
export const nextDueOn = (billing: BillingState): string | null => comingSteps(billing)[0]?.on ?? null;

/** Whether there is a card to charge and an address to write to. */
export const hasCard = ({ paymentMethod }: Pick<BillingState, 'paymentMethod'>): boolean =>
  paymentMethod !== null && paymentMethod.paymentToken !== ERASED;

function endSteps({ cancelled, unpaid }: BillingState): BillingStep[] {
  if (cancelled) return [{ step: 'END', on: cancelled.accessUntil, reason: 'CANCELLED' }];
  return unpaid ? [{ step: 'END', on: addDays(unpaid.graceUntil, UNPAID_DAYS), reason: 'UNPAID' }] : [];
}

function trialSteps({ trial, isBought, endedOn, reminded }: BillingState): BillingStep[] {
  if (!trial || trial.isOver || endedOn !== null) return [];
  const remind = (reminder: BillingReminder, on: string, until: string): BillingStep[] =>
    isBought || on < trial.from || reminded[reminder] === trial.endsOn
      ? []
      : [{ step: 'REMIND', on, reminder, about: trial.endsOn, until }];
  const lastDay = addDays(trial.endsOn, -1);
  return [
    { step: 'END_TRIAL', on: trial.endsOn },
    ...remind('TRIAL_ENDS_SOON', addDays(trial.endsOn, -SOON_DAYS), lastDay),
    ...remind('TRIAL_LAST_DAY', lastDay, trial.endsOn),
  ];
}

function unpaidSteps(billing: BillingState, unpaid: BillingState['unpaid'] & {}): BillingStep[] {
  const { since, graceUntil, isOver, invoiceGuid, mayRetry, triedOn } = unpaid;
  if (isOver) return [];
  const invoice = billing.invoices.open.find((one) => one.invoiceGuid === invoiceGuid);
  const next = RETRY_DAYS.map((days) => addDays(since, days)).find((on) => on > triedOn && on < graceUntil);
  const isCharged =
    billing.collectionMethod === 'CHARGE_AUTOMATICALLY' && mayRetry && hasCard(billing) && !billing.purchase;
  const lastDay = addDays(graceUntil, -1);
  return [
    { step: 'END_GRACE', on: graceUntil },
    ...(invoice && next && isCharged ? [{ step: 'CHARGE' as const, on: next, invoice }] : []),
    ...(lastDay > since && billing.reminded.GRACE_ENDS_TOMORROW !== graceUntil
      ? [
          {
            step: 'REMIND' as const,
            on: lastDay,
            reminder: 'GRACE_ENDS_TOMORROW' as const,
            about: graceUntil,
            until: graceUntil,
          },
        ]
      : []),
  ];
}

function paidSteps(billing: BillingState): BillingStep[] {
  const {
    isBought,
    plan,
    period,
    trial,
    purchase,
    invoices: {
      open: [oldest],
    },
    collectionMethod,
    countedOn,
    reminded,
  } = billing;
  if (!isBought || !plan || plan.billingInterval === 'NONE' || purchase) return [];
  if (oldest && collectionMethod === 'CHARGE_AUTOMATICALLY')
    return [{ step: 'CHARGE', on: oldest.dueOn, invoice: oldest }];
  const overdue: BillingStep[] = oldest ? [{ step: 'BEGIN_GRACE', on: oldest.dueOn, invoice: oldest }] : [];
  if (!period) return trial ? [...overdue, { step: 'BEGIN_PERIOD', on: trial.endsOn }] : overdue;
  const isYearly = plan.billingInterval === 'YEAR';
  const countOn = isYearly ? periodAt('MONTH', period.first, countedOn ?? period.from)!.to : period.to;
  const noticeOn = addDays(period.to, -RENEWAL_NOTICE_DAYS);
  return [
    ...overdue,
    { step: 'BEGIN_PERIOD', on: period.to },
    ...(countOn < period.to ? [{ step: 'COUNT_MEMBERS' as const, on: countOn }] : []),
    ...(isYearly && reminded.YEARLY_RENEWAL !== period.to
      ? [
          {
            step: 'REMIND' as const,
            on: noticeOn,
            reminder: 'YEARLY_RENEWAL' as const,
            about: period.to,
            until: period.to,
          },
        ]
      : []),
  ];
}

/** In the month before its last. That is no news of a card that was set later, nor once a period has begun since. */
function cardSteps(billing: BillingState): BillingStep[] {
  const { isBought, collectionMethod, paymentMethod, period, reminded } = billing;
  const about = paymentMethod?.expiresOn ?? null;
  if (
    about === null ||
    !isBought ||
    collectionMethod !== 'CHARGE_AUTOMATICALLY' ||
    !hasCard(billing) ||
    reminded.CARD_EXPIRES === about
  )
    return [];
  const until = firstOfMonth(about);
  if (paymentMethod!.setOn >= until || (period && period.from >= until)) return [];
  return [{ step: 'REMIND', on: firstOfMonth(addDays(until, -1)), reminder: 'CARD_EXPIRES', about, until }];
}

const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`;

/** Normally the command or its job has ended it long before, unless the provider was unavailable. */
const purchaseSteps = ({ purchase }: BillingState): BillingStep[] =>
  purchase ? [{ step: 'CARRY_ON', on: addDays(purchase.begunAt.slice(0, 10), 1) }] : [];
