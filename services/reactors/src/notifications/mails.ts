import type { MailTemplate } from '../mail/define-mail.ts';
import { digest } from './digest-mail.ts';

export const notificationMails: readonly MailTemplate[] = [digest];
