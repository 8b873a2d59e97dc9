import type { MailTemplate } from '../mail/define-mail.ts';
import { defineErasureMail } from './erasure-mail.ts';

export const privacyMails: readonly MailTemplate[] = [
  defineErasureMail('ERASURE_REQUESTED'),
  defineErasureMail('ERASURE_CANCELLED'),
  defineErasureMail('ERASURE_DONE'),
];
