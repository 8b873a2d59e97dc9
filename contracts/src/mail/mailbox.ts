import { z } from 'zod';
import { instant } from '../kernel/values/dates.ts';
import { safeText } from '../kernel/values/text.ts';

/** A mail for an installation without a mail server, to try the product locally. */
export const mailboxItem = z.object({
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  link: z.string(),
  sentAt: instant,
});
export type MailboxItem = z.output<typeof mailboxItem>;

/** The newest first. */
export const mailbox = z.object({ items: z.array(mailboxItem) });
export type MailboxAnswer = z.output<typeof mailbox>;

/** Those to one address, whatever its case. */
export const mailboxQuery = z.strictObject({ to: safeText.max(254).optional() });
