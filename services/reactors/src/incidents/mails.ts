import type { MailTemplate } from '../mail/define-mail.ts';
import { approvalRequested } from './approval-requested-mail.ts';
import { eventReturned } from './event-returned-mail.ts';
import { reportAnswered } from './report-answered-mail.ts';
import { reviewRequested } from './review-requested-mail.ts';
import { reviewWaiting } from './review-waiting-mail.ts';
import { withoutReviewer } from './without-reviewer-mail.ts';

export const incidentMails: readonly MailTemplate[] = [
  reviewRequested,
  approvalRequested,
  eventReturned,
  withoutReviewer,
  reviewWaiting,
  reportAnswered,
];
