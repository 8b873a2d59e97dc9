import type { MailTemplate } from '../mail/define-mail.ts';
import { webhookDisabled } from './webhook-disabled-mail.ts';

export const integrationMails: readonly MailTemplate[] = [webhookDisabled];
