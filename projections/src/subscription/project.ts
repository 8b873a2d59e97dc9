import { evolveBilling, type BillingState } from '@plimsoll/contracts/billing/billing-state';
import type { BillingEvent } from '@plimsoll/contracts/billing/events';
import { each, foldStream } from '../runner/fold-stream.ts';
import { defineReadModel } from '../runner/read-model.ts';
import { of, table } from '../runner/table.ts';

/** One row for a tenant whose billing was opened. */
export const subscriptionTable = table('subscription', {
  key: [],
  columns: { billing: of<BillingState>('jsonb'), revision: 'integer' },
  comments: { billing: 'days and terms; where the organization stands follows from them and the day that is asked for' },
});

/** As the log's own fold has it. */
const evolve = (row: { billing: BillingState; revision: number }, event: unknown): void => {
  row.billing = evolveBilling(row.billing, event as BillingEvent)!;
};

const subscriptionFold = foldStream(subscriptionTable, {
  key: () => [],
  begin: { BillingOpened: (event) => ({ billing: evolveBilling(null, event)!, revision: event.revision }) },
  always: (row, { revision }) => void (row.revision = revision),
  evolve: each([
    'PlanChosen', 'BillingDetailsChanged', 'TrialBegun', 'TrialExtended', 'PlanBought', 'PurchaseBegun', 'PurchaseCompleted', 'PurchaseFailed', 'ChargeRequested', 'PaymentMethodSet', 'PeriodBegun', 'InvoiceIssued', 'InvoicePaid', 'QuantityChanged', 'SubscriptionCancelled', 'SubscriptionRestored',
  ], evolve),
});

/** What an organization's billing has come to. */
export const subscription = defineReadModel({ name: 'subscription', version: 2, tables: [subscriptionTable], folds: [subscriptionFold] });
