import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { commandJob } from '../jobs/command-job.ts';
import type { JobRequest } from '../jobs/jobs.ts';
import { COMMAND_QUEUE, MAIL_QUEUE } from '../jobs/queues.ts';
import { defineReactor, type Reactor } from '../runner/reactor.ts';

/** Resumes a purchase until it is settled. Usually the request has done so already; this is for crashes and delays. */
export const resumePurchases = defineReactor({
  name: 'carry-purchases-on',
  queue: COMMAND_QUEUE,
  on: {
    PurchaseBegun: ({ tenant, data: { purchaseGuid } }) => [
      commandJob('CARRY_PURCHASE_ON', { organization: tenant, purchase: purchaseGuid }),
    ],
  },
});

/** Resumes a refund until it is settled. */
const resumeRefunds = defineReactor({
  name: 'carry-refunds-on',
  queue: COMMAND_QUEUE,
  on: {
    RefundRequested: ({ tenant, data: { refundGuid } }) => [
      commandJob('CARRY_REFUND_ON', { organization: tenant, refund: refundGuid }),
    ],
  },
});

const mail =
  (kind: string) =>
  ({ revision }: RecordedEvent): readonly JobRequest[] => [{ kind, ids: { revision } }];

/** Mails those who pay about payments and the subscription. The template decides whether the event is worth a mail. */
const mailBilling = defineReactor({
  name: 'mail-billing',
  queue: MAIL_QUEUE,
  on: {
    InvoicePaid: mail('BILLING_RECEIPT'),
    GraceBegun: mail('BILLING_FAILED'),
    PurchaseFailed: mail('BILLING_FAILED'),
    GraceEnded: mail('BILLING_LIMITED'),
    TrialEnded: mail('BILLING_TRIAL_OVER'),
    SubscriptionCancelled: mail('BILLING_CANCELLED'),
    SubscriptionRestored: mail('BILLING_RESTORED'),
    SubscriptionEnded: mail('BILLING_ENDED'),
    BillingReminderSent: mail('BILLING_REMINDER'),
  },
});

export const billingReactors: readonly Reactor[] = [resumePurchases, resumeRefunds, mailBilling];
