import { queryOptions } from '@tanstack/react-query';
import { requestPublic } from '../../lib/api/http.ts';

/** Short, so that a mail that was just caused appears soon. */
const POLL_INTERVAL_MS = 3_000;

/**
 * Mails of the development mailbox, newest first; only those to `to` if given. Filled when no mail server is
 * configured.
 */
export const mailboxQuery = (to: string | null) =>
  queryOptions({
    queryKey: ['getMailbox', { to }],
    queryFn: ({ signal }) => requestPublic('getMailbox', { query: to ? { to } : {} }, { signal }),
    refetchInterval: POLL_INTERVAL_MS,
  });
