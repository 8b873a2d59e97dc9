import { bad, conflict, notFound } from '../errors/error-entry.ts';

export const billingErrors = {
  SubscriptionRequired: { status: 402, text: 'Your organization needs a subscription for this' },
  PaymentDeclined: { status: 402, text: 'The card was declined. Nothing was charged.' },
  BillingLineItemNotFound: notFound('Billing line item'),
  MissingPromotionalCode: bad('Please supply a promotional code'),
  PromotionalCodeNotFound: notFound('Promotional code'),
  SubscriptionStateConflict: conflict('The subscription’s current state does not allow this'),
  QuoteOutdated: conflict('The price has changed since it was shown'),
} as const;
