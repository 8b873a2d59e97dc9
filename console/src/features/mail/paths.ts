import { searched } from '../../lib/url/paths.ts';

/** The addresses of mails that no mail server carries. */
export const mailPattern = {
  mailbox: '/mailbox',
} as const;

export const mailPaths = {
  /** Mails that no mail server carries: those to an address, and the one that is open. */
  mailbox: (search?: Record<string, string>) => searched(mailPattern.mailbox, search),
};
