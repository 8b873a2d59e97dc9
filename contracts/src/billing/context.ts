import { defineContext, IN_INSTALLATION_LOG, job } from '../kernel/context.ts';
import {
  billing,
  billingDiscount,
  billingPlan,
  billingProduct,
  billingProductList,
  billingQuote,
  chosenPlan,
  invoice,
  invoiceList,
  nothingMore,
  purchase,
  sellingPointList,
  subscription,
} from './answers.ts';
import { billingErrors } from './errors.ts';
import { billingRoutes } from './routes.ts';
import { billingStream, catalogueStream } from './streams.ts';

export const billingContext = defineContext({
  name: 'billing',
  streams: [billingStream, catalogueStream],
  routes: billingRoutes,
  errors: billingErrors,
  answers: {
    Billing: billing,
    BillingPlan: billingPlan,
    BillingProduct: billingProduct,
    BillingProductList: billingProductList,
    SellingPointList: sellingPointList,
    BillingDiscount: billingDiscount,
    Subscription: subscription,
    ChosenPlan: chosenPlan,
    BillingQuote: billingQuote,
    Purchase: purchase,
    Invoice: invoice,
    InvoiceList: invoiceList,
    NothingMore: nothingMore,
  },
  labels: {
    billing: 'Subscription',
    catalogue: 'Catalogue',
  },
  internal: {
    billing: 'what an organization pays for Plimsoll is between the two',
    catalogue: IN_INSTALLATION_LOG,
  },
  jobs: {
    /** Asks the provider about a purchase until it has ended: paid, declined, or given up after its hour. */
    CARRY_PURCHASE_ON: job<{ readonly organization: string; readonly purchase: string }>(),
    /** Asks the provider about a refund until it has ended. */
    CARRY_REFUND_ON: job<{ readonly organization: string; readonly refund: string }>(),
    /** Takes the billing steps that are due on an organization's day. */
    CARRY_BILLING_ON: job<{ readonly organization: string }>(),
  },
});
