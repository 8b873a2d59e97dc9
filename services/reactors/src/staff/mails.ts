import type { MailTemplate } from '../mail/define-mail.ts';
import { staffAccess } from './staff-access-mail.ts';

export const staffMails: readonly MailTemplate[] = [staffAccess];
