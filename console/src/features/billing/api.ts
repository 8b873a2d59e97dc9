import { keepPreviousData } from '@tanstack/react-query';
import type { BillingInterval } from '@plimsoll/contracts/billing/billing-interval';
import { command } from '../../lib/api/command.ts';
import { query } from '../../lib/api/query.ts';

/** Query for the organization's subscription and its history. */
export const subscriptionQuery = (orgGuid: string) =>
  query('getSubscription', { params: { orgGuid } }, { staleTime: 0 });
/** Query for the products on sale, in the organization's currency. */
export const productsQuery = (orgGuid: string) => query('listProducts', { params: { orgGuid } });
/** Query for the payment provider's settings. */
export const billingQuery = (organizationGuid: string) => query('getBilling', { query: { organizationGuid } });

/** Parameters of a quote. Without a country and province the stored address is used. */
export interface QuoteInput {
  productKey: string;
  billingFrequency: BillingInterval;
  quantity: number;
  discountCode?: string | undefined;
  country?: string | undefined;
  province?: string | undefined;
}

/** Cache time of a quote, in milliseconds. The server accepts it for half an hour. */
const QUOTE_STALE_MS = 20 * 60_000;

export const quoteQuery = (orgGuid: string, { productKey, billingFrequency, ...wanted }: QuoteInput) =>
  query(
    'quotePlan',
    { params: { orgGuid, productKey, billingFrequency }, query: wanted },
    { staleTime: QUOTE_STALE_MS, placeholderData: keepPreviousData },
  );

export const purchaseQuery = (orgGuid: string, purchaseGuid: string) =>
  query('getPurchase', { params: { orgGuid, purchaseGuid } }, { staleTime: 0 });
export const invoicesQuery = (orgGuid: string, limit: number) =>
  query('listInvoices', { params: { orgGuid }, query: { limit } }, { staleTime: 0, placeholderData: keepPreviousData });
export const invoiceQuery = (orgGuid: string, invoiceGuid: string) =>
  query('getInvoice', { params: { orgGuid, invoiceGuid } });

export const choosePlan = command('choosePlan', { staleAfter: ['getSubscription', 'getOrganization'] });
/** Buys a plan. Nothing is invalidated here: the completion page that follows does that. */
export const buyPlan = command('buyPlan', { staleAfter: [], leaves: true });
export const beginTrialWithCard = command('choosePlan', { staleAfter: [], leaves: true });
export const changeSubscription = command('changeSubscription', {
  staleAfter: ['getSubscription', 'getOrganization', 'listInvoices'],
});
export const cancelSubscription = command('cancelSubscription', { staleAfter: ['getSubscription', 'getOrganization'] });
/** Pays an overdue invoice. Nothing is invalidated here: the completion page that follows does that. */
export const payInvoice = command('payInvoice', { staleAfter: [], leaves: true });
export const authenticatePurchase = command('authenticatePurchase', {
  staleAfter: ['getSubscription', 'getOrganization', 'listInvoices'],
  answers: ({ params: { orgGuid, purchaseGuid } }) => purchaseQuery(orgGuid, purchaseGuid),
});
