import type { MailTemplate } from '../mail/define-mail.ts';
import { defineBillingMail } from './billing-mail.ts';

export const billingMails: readonly MailTemplate[] = [
  defineBillingMail('BILLING_RECEIPT'),
  defineBillingMail('BILLING_FAILED'),
  defineBillingMail('BILLING_LIMITED'),
  defineBillingMail('BILLING_TRIAL_OVER'),
  defineBillingMail('BILLING_CANCELLED'),
  defineBillingMail('BILLING_RESTORED'),
  defineBillingMail('BILLING_ENDED'),
  defineBillingMail('BILLING_REMINDER'),
];
