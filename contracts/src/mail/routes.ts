import { nothing, open } from '../http/route-parts.ts';
import type { Route } from '../http/route.ts';
import { mailbox, mailboxQuery } from './mailbox.ts';

/** Mails where no server carries them. */
export const mailRoutes = [
  {
    method: 'GET',
    path: '/mailbox',
    operationId: 'getMailbox',
    summary: 'The mails that no mail server carries, for whoever tries the product on its own machine',
    ...open,
    refusals: ['RouteNotFound'],
    query: mailboxQuery,
    ...nothing,
    status: 200,
    answer: mailbox,
  },
] as const satisfies readonly Route[];
