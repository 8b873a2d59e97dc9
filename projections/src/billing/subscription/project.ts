import { evolveBilling, type BillingState } from '@plimsoll/contracts/billing/billing-state';
import { nextDueOn } from '@plimsoll/contracts/billing/due-steps';
import type { BillingEvent } from '@plimsoll/contracts/billing/events';
import { addDays } from '@plimsoll/contracts/kernel/values/calendar';
import { each, foldStream } from '../../runner/follow/fold-stream.ts';
import { defineReadModel } from '../../runner/tables/read-model.ts';
import { of, table } from '../../runner/tables/table.ts';

/** One row per tenant whose billing was opened. */
export const subscriptionTable = table('subscription', {
  key: [],
  columns: { billing: of<BillingState>('jsonb'), revision: 'integer' },
  comments: {
    billing: 'days and terms; where the organization stands follows from them and the day that is asked for',
  },
});

/** When a tenant's billing has something due, so that the calendar finds it without reading the billing state. */
export const billingDueTable = table('billing_due', {
  comment: 'On which of its own days an organization’s billing goes on by itself.',
  key: [],
  columns: { due_on: 'date?', time_zone: 'text', revision: 'integer' },
  comments: { due_on: 'by everybody’s days, also where its own were moved ahead' },
  indexes: { due: '(due_on) where due_on is not null' },
  // The calendar reads only a day and a time zone of every tenant.
  policies: { calendar_reads: 'for select to plimsoll_projector using (true)' },
});

/** Applies an event as the log's own fold does. */
const evolve = (row: { billing: BillingState; revision: number }, event: unknown): void => {
  row.billing = evolveBilling(row.billing, event as BillingEvent)!;
};

const subscriptionFold = foldStream(subscriptionTable, {
  key: () => [],
  begin: { BillingOpened: (event) => ({ billing: evolveBilling(null, event)!, revision: event.revision }) },
  always: (row, { revision }) => void (row.revision = revision),
  evolve: each(
    [
      'PlanChosen',
      'BillingDetailsChanged',
      'TrialBegun',
      'TrialExtended',
      'PlanBought',
      'PurchaseBegun',
      'PurchaseCompleted',
      'PurchaseFailed',
      'ChargeRequested',
      'PaymentMethodSet',
      'PeriodBegun',
      'InvoiceIssued',
      'InvoicePaid',
      'QuantityChanged',
      'RenewalQuantityRequested',
      'SubscriptionCancelled',
      'SubscriptionRestored',
      'ChargeFailed',
      'InvoiceVoided',
      'TrialEnded',
      'GraceBegun',
      'GraceEnded',
      'SubscriptionEnded',
      'MembersCounted',
      'BillingReminderSent',
      'BillingClockMoved',
      'CreditNoteIssued',
    ],
    evolve,
  ),
  changed: (_, { billing, revision }, rows) => {
    const due = nextDueOn(billing);
    rows.put(billingDueTable, {
      due_on: due && addDays(due, -billing.daysAhead),
      time_zone: billing.timeZone,
      revision,
    });
  },
});

/** The billing state of an organization. */
export const subscription = defineReadModel({
  name: 'subscription',
  version: 4,
  tables: [subscriptionTable, billingDueTable],
  folds: [subscriptionFold],
});
