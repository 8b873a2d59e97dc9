import type { EmailFrequency, EmailPreferenceType } from '@plimsoll/contracts/notifications/email-preferences';

/** Kind of mails with label and hint. */
export interface MailKind<Code> {
  readonly code: Code;
  readonly label: string;
  readonly hint: string;
}

/** Kinds of mails that users may turn off. */
export const mailKinds: readonly MailKind<EmailPreferenceType>[] = [
  { code: 'REVIEW', label: 'Events to review', hint: 'When somebody asks you to review an event' },
  { code: 'APPROVAL', label: 'Events to approve', hint: 'When somebody asks you to approve an event' },
  {
    code: 'CORRECTIVE_ACTION',
    label: 'Corrective actions',
    hint: 'When an action is asked of you, before and after it is due, and when you are to check one',
  },
  {
    code: 'MONTHLY_REPORTING',
    label: 'Monthly figures',
    hint: 'When months without hours wait for you, on the 1st and the 10th',
  },
  {
    code: 'LOAD_LINE',
    label: 'Crossed limits',
    hint: 'When a frequency rate of an organization that you administer goes above its limit',
  },
  {
    code: 'REPORT_ANSWER',
    label: 'Answers to my reports',
    hint: 'When someone has reviewed or closed what you reported, or an action was checked',
  },
  {
    code: 'MEMBERSHIP_REQUEST',
    label: 'Requests to join',
    hint: 'When somebody asks to join an organization whose requests you answer',
  },
];

/** Kind of mails that the unsubscribe link of a digest stops. */
export const digestKind: MailKind<'DIGEST'> = { code: 'DIGEST', label: 'Digests', hint: 'Once a day or on Mondays' };

export const frequencyLabels: Readonly<Record<EmailFrequency, string>> = {
  IMMEDIATE: 'As it happens',
  DAILY: 'A digest each day',
  WEEKLY: 'A digest on Mondays',
  NEVER: 'No mails',
};
