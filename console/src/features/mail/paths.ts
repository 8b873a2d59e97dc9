import { searched } from '../../lib/url/paths.ts';

/** URL patterns of the development mailbox. */
export const mailPattern = {
  mailbox: '/mailbox',
} as const;

export const mailPaths = {
  /** Development mailbox, optionally filtered by address and with one mail open. */
  mailbox: (search?: Record<string, string>) => searched(mailPattern.mailbox, search),
};
