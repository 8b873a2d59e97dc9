import { json, nothing, orgGuid, shared } from '../http/route-parts.ts';
import type { Route } from '../http/route.ts';
import { organizationQuery } from '../organizations/answers.ts';
import { billing, billingDiscount, billingProduct, billingProductList, choosePlanRequest, chosenPlan, discountParams, planParams, productGuidParams, productParams, sellingPointList, subscription, subscriptionQuery } from './answers.ts';

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
  { method: 'POST', path: '/orgs/{orgGuid}/subscription/{productKey}/{billingFrequency}', operationId: 'choosePlan', wall: 'OTHERS', summary: 'Choose a plan, and begin its free trial', ...managing, readModels: ['organization-settings', 'member-list', 'subscription'], fieldClasses: { emailAddress: 'MalformedEmailAddress' }, refusals: ['BillingLineItemNotFound', 'SubscriptionStateConflict'], params: planParams, ...json(choosePlanRequest), status: 201, answer: chosenPlan },
] as const satisfies readonly Route[];
