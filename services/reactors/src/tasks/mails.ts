import type { MailTemplate } from '../mail/define-mail.ts';
import { defineTaskMail } from './task-mail.ts';

export const taskMails: readonly MailTemplate[] = [
  defineTaskMail('ACTION_ASSIGNED'),
  defineTaskMail('ACTION_DUE'),
  defineTaskMail('ACTION_OVERDUE'),
  defineTaskMail('ACTION_VERIFICATION'),
];
