import { command } from '../../lib/command.ts';
import { query } from '../../lib/query.ts';

/** What the organization has, and what became of it. */
export const subscriptionQuery = (orgGuid: string) => query('getSubscription', { params: { orgGuid } }, { staleTime: 0 });
/** What is sold to it, in its own currency. */
export const productsQuery = (orgGuid: string) => query('listProducts', { params: { orgGuid } });
export const choosePlan = command('choosePlan', { staleAfter: ['getSubscription', 'getOrganization'] });
