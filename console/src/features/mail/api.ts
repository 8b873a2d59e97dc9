import { queryOptions } from '@tanstack/react-query';
import { requestOpenly } from '../../lib/api/http.ts';

/** A mail that was just caused is there a moment later. */
const LOOK_EVERY_MS = 3_000;

/** The mails that no mail server carries, the newest first; those to an address when one is given. */
export const mailboxQuery = (to: string | null) =>
  queryOptions({
    queryKey: ['getMailbox', { to }],
    queryFn: ({ signal }) => requestOpenly('getMailbox', { query: to ? { to } : {} }, { signal }),
    refetchInterval: LOOK_EVERY_MS,
  });
