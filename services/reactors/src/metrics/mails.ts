import type { MailTemplate } from '../mail/define-mail.ts';
import { loadLineCrossed } from './load-line-mail.ts';
import { monthlyReporting } from './monthly-reporting-mail.ts';

export const metricsMails: readonly MailTemplate[] = [loadLineCrossed, monthlyReporting];
