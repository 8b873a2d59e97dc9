import type { MailTemplate } from '../mail/define-mail.ts';
import { auditorGranted } from './auditor-granted-mail.ts';

export const auditorMails: readonly MailTemplate[] = [auditorGranted];
