import { json, nothing, orgGuid, shared } from '../http/route-parts.ts';
import type { Route } from '../http/route.ts';
import { organizationQuery } from '../organizations/answers.ts';
import { authenticateRequest, billing, billingDiscount, billingProduct, billingProductList, billingQuote, buyPlanRequest, choosePlanRequest, chosenPlan, discountParams, planParams, productGuidParams, productParams, purchase, purchaseParams, quoteQuery, sellingPointList, subscription, subscriptionQuery } from './answers.ts';

/** What every member sees. */
const reading = { ...shared, readModels: ['subscription'] } as const;
/** For whoever looks after the subscription. */
const managing = { ...reading, access: { anyOf: ['VIEW_AND_MANAGE_BILLING_SUBSCRIPTION'] } } as const;

/** What is sold to an organization, and what it has of it. */
export const billingRoutes = [
  { method: 'GET', path: '/billing', operationId: 'getBilling', summary: 'By whom payments are taken, and in which currency', ...reading, query: organizationQuery, ...nothing, status: 200, answer: billing },
  { method: 'GET', path: '/billing/{orgGuid}/products', operationId: 'listProducts', summary: 'What is sold to an organization', ...reading, params: orgGuid, ...nothing, status: 200, answer: billingProductList },
  { method: 'GET', path: '/billing/{orgGuid}/products/{productKey}', operationId: 'getProduct', summary: 'A product with its plans', ...reading, refusals: ['BillingLineItemNotFound'], params: productParams, ...nothing, status: 200, answer: billingProduct },
  { method: 'GET', path: '/billing/{orgGuid}/products/{productGuid}/selling-points', operationId: 'listSellingPoints', summary: 'What speaks for a product', ...reading, refusals: ['BillingLineItemNotFound'], params: productGuidParams, ...nothing, status: 200, answer: sellingPointList },
  { method: 'GET', path: '/billing/{orgGuid}/discounts/{channelPartnerCode}', operationId: 'getDiscount', summary: 'What a partner’s code changes', ...managing, refusals: ['MissingPromotionalCode', 'PromotionalCodeNotFound'], params: discountParams, ...nothing, status: 200, answer: billingDiscount },
  { method: 'GET', path: '/orgs/{orgGuid}/subscription', operationId: 'getSubscription', summary: 'An organization’s subscription, now or on a day', ...managing, readModels: ['organization-settings', 'member-list'], fieldClasses: { asOf: 'MalformedDate' }, params: orgGuid, query: subscriptionQuery, ...nothing, status: 200, answer: subscription },
  { method: 'GET', path: '/orgs/{orgGuid}/subscription/{productKey}/{billingFrequency}', operationId: 'quotePlan', summary: 'What a plan costs on this day, line by line', ...managing, readModels: ['organization-settings', 'member-list', 'subscription'], refusals: ['BillingLineItemNotFound', 'MissingPromotionalCode', 'PromotionalCodeNotFound', 'SubscriptionStateConflict'], params: planParams, query: quoteQuery, ...nothing, status: 200, answer: billingQuote },
  { method: 'POST', path: '/orgs/{orgGuid}/subscription/{productKey}/{billingFrequency}', operationId: 'choosePlan', summary: 'Choose a plan, and begin its free trial', ...managing, readModels: ['organization-settings', 'member-list', 'subscription'], fieldClasses: { emailAddress: 'MalformedEmailAddress' }, refusals: ['BillingLineItemNotFound', 'SubscriptionStateConflict'], params: planParams, ...json(choosePlanRequest), status: 201, answer: chosenPlan },
  { method: 'PUT', path: '/orgs/{orgGuid}/subscription/{productKey}/{billingFrequency}', operationId: 'buyPlan', summary: 'Buy a plan, or switch to one', ...managing, readModels: ['organization-settings', 'member-list', 'subscription'], fieldClasses: { emailAddress: 'MalformedEmailAddress' }, refusals: ['BillingLineItemNotFound', 'MissingPromotionalCode', 'PromotionalCodeNotFound', 'PaymentDeclined', 'QuoteOutdated', 'SubscriptionStateConflict'], params: planParams, ...json(buyPlanRequest), status: 200, answer: chosenPlan },
  { method: 'GET', path: '/orgs/{orgGuid}/purchases/{purchaseGuid}', operationId: 'getPurchase', summary: 'What became of a purchase', ...managing, readModels: ['organization-settings'], refusals: ['BillingLineItemNotFound'], params: purchaseParams, ...nothing, status: 200, answer: purchase },
  { method: 'POST', path: '/orgs/{orgGuid}/purchases/{purchaseGuid}/authenticate', operationId: 'authenticatePurchase', summary: 'Answer for the owner of a card, where no money moves', ...managing, readModels: ['organization-settings'], refusals: ['BillingLineItemNotFound', 'SubscriptionStateConflict'], params: purchaseParams, ...json(authenticateRequest), status: 200, answer: purchase },
] as const satisfies readonly Route[];
