import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { defineReactor, type Task } from '../runner/reactor.ts';
import { MAIL_QUEUE } from '../mail/mail-queue.ts';

const told =
  (kind: string) =>
  ({ revision }: RecordedEvent): readonly Task[] => [{ kind, ids: { revision } }];

/** Mails whoever pays: of what was paid, was not, is over, or comes soon. Which of it is worth a mail is judged when that is written. */
export const mailBilling = defineReactor({
  name: 'mail-billing',
  queue: MAIL_QUEUE,
  on: {
    InvoicePaid: told('BILLING_RECEIPT'),
    GraceBegun: told('BILLING_FAILED'),
    PurchaseFailed: told('BILLING_FAILED'),
    GraceEnded: told('BILLING_LIMITED'),
    TrialEnded: told('BILLING_TRIAL_OVER'),
    SubscriptionCancelled: told('BILLING_CANCELLED'),
    SubscriptionRestored: told('BILLING_RESTORED'),
    SubscriptionEnded: told('BILLING_ENDED'),
    BillingReminderSent: told('BILLING_REMINDER'),
  },
});
