import type { MailboxItem } from '@plimsoll/contracts/mail/mailbox';

/** What lies in the mailbox, the newest first; those to one address when asked so. */
export type ListMailbox = (to?: string) => Promise<readonly MailboxItem[]>;

/** `constructor(@Inject(MAILBOX) private readonly mailbox: ListMailbox | null)`; null where a mail server carries the mails. */
export const MAILBOX = Symbol('Mailbox');
