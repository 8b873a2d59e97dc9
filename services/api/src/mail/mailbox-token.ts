import type { MailboxItem } from '@plimsoll/contracts/mail/mailbox';

/** Lists mails in the mailbox, the latest first; optionally those to one address. */
export type ListMailbox = (to?: string) => Promise<readonly MailboxItem[]>;

/**
 * `constructor(@Inject(MAILBOX) private readonly mailbox: ListMailbox
 * null)`; null where a mail server delivers.
 */
export const MAILBOX = Symbol('Mailbox');
