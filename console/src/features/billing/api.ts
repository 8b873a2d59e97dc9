import { keepPreviousData } from '@tanstack/react-query';
import type { BillingInterval } from '@plimsoll/contracts/billing/billing-interval';
import { command } from '../../lib/api/command.ts';
import { query } from '../../lib/api/query.ts';

/** What the organization has, and what became of it. */
export const subscriptionQuery = (orgGuid: string) =>
  query('getSubscription', { params: { orgGuid } }, { staleTime: 0 });
/** What is sold to it, in its own currency. */
export const productsQuery = (orgGuid: string) => query('listProducts', { params: { orgGuid } });
/** By whom its payments are taken. */
export const billingQuery = (organizationGuid: string) => query('getBilling', { query: { organizationGuid } });

/** What somebody would like to know the price of; without a place it is for the address that is kept. */
export interface Wanted {
  productKey: string;
  billingFrequency: BillingInterval;
  quantity: number;
  discountCode?: string | undefined;
  country?: string | undefined;
  province?: string | undefined;
}

/** A quote holds for half an hour. */
const QUOTE_HOLDS_MS = 20 * 60_000;

export const quoteQuery = (orgGuid: string, { productKey, billingFrequency, ...wanted }: Wanted) =>
  query(
    'quotePlan',
    { params: { orgGuid, productKey, billingFrequency }, query: wanted },
    { staleTime: QUOTE_HOLDS_MS, placeholderData: keepPreviousData },
  );

export const purchaseQuery = (orgGuid: string, purchaseGuid: string) =>
  query('getPurchase', { params: { orgGuid, purchaseGuid } }, { staleTime: 0 });
export const invoicesQuery = (orgGuid: string, limit: number) =>
  query('listInvoices', { params: { orgGuid }, query: { limit } }, { staleTime: 0, placeholderData: keepPreviousData });
export const invoiceQuery = (orgGuid: string, invoiceGuid: string) =>
  query('getInvoice', { params: { orgGuid, invoiceGuid } });

export const choosePlan = command('choosePlan', { staleAfter: ['getSubscription', 'getOrganization'] });
/** What is bought leads to the page of what became of it, which knows what is old then. */
export const buyPlan = command('buyPlan', { staleAfter: [], leaves: true });
export const beginTrialWithCard = command('choosePlan', { staleAfter: [], leaves: true });
export const changeSubscription = command('changeSubscription', {
  staleAfter: ['getSubscription', 'getOrganization', 'listInvoices'],
});
export const cancelSubscription = command('cancelSubscription', { staleAfter: ['getSubscription', 'getOrganization'] });
/** Pays what is overdue; the page of what became of it knows what is old then. */
export const payInvoice = command('payInvoice', { staleAfter: [], leaves: true });
export const authenticatePurchase = command('authenticatePurchase', {
  staleAfter: ['getSubscription', 'getOrganization', 'listInvoices'],
  answers: ({ params: { orgGuid, purchaseGuid } }) => purchaseQuery(orgGuid, purchaseGuid),
});
