import type {
  BillingProduct,
  BillingStep,
  Invoice,
  PaymentProvider,
  PurchaseAnswer,
  SubscriptionAnswer,
} from '@plimsoll/contracts/billing/answers';
import { factsOf, trialDaysOf, type BillingState } from '@plimsoll/contracts/billing/billing-state';
import { isValidOn, type Catalogue, type Product } from '@plimsoll/contracts/billing/catalogue';
import { comingSteps } from '@plimsoll/contracts/billing/due-steps';
import type { BillingEvent } from '@plimsoll/contracts/billing/events';
import { allowedCommands } from '@plimsoll/contracts/billing/status';
import type { Money } from '@plimsoll/contracts/kernel/values/money';
import type { FoundInvoice } from '@plimsoll/projections/billing/invoice-list/query';
import type { AnswerOf } from '../http/route-of.ts';
import { accessUntil, billingStatusAt } from './billing-status.ts';
import type { PurchaseProgress } from './purchases/purchases.ts';
import type { BillingView } from './billing-log.ts';
import type { OpenedBilling } from './on-billing.ts';
import { comingInvoice } from './subscription/take-billing-step.rule.ts';

/** Currency of an organization whose billing names none. */
const DEFAULT_CURRENCY = 'CAD';

/** Currency that an organization pays in. */
const currencyOf = (billing: Pick<BillingState, 'currency'> | null): Money['currency'] =>
  billing?.currency ?? DEFAULT_CURRENCY;

/** Answer about how an organization's payments are taken: provider, its public key and the currency. */
export const billingAnswer = (
  billing: BillingState | null,
  { provider, publishableKey }: { readonly provider: PaymentProvider; readonly publishableKey: string | null },
): AnswerOf<'getBilling'> => ({
  isEnabled: provider !== 'NONE',
  provider,
  publishableKey,
  currency: currencyOf(billing),
});

/** Products listed on a day, with their plans in the organization's currency. Empty when nothing is sold. */
export function productsFor(billing: BillingState | null, sold: Catalogue | null, day: string): BillingProduct[] {
  return (sold?.products ?? [])
    .filter((product) => product.isListed && isValidOn(product, day))
    .map((product) => productAnswer(product, billing, sold!, day));
}

function productAnswer(
  { productGuid, productKey, name, sellingPoints, modules }: Product,
  billing: BillingState | null,
  { plans }: Catalogue,
  day: string,
): BillingProduct {
  const own = plans.filter(
    (plan) => plan.productGuid === productGuid && plan.currency === currencyOf(billing) && isValidOn(plan, day),
  );
  return {
    productGuid,
    productKey,
    name,
    sellingPoints: [...sellingPoints],
    modules: [...modules],
    plans: own.map(
      ({ productPlanGuid, billingInterval, currency, needsBillingInfo, collectionMethods, tiers, ...plan }) => {
        const trialDays = trialDaysOf({ partnerTrialDays: billing?.partnerTrialDays ?? null }, plan);
        return {
          productPlanGuid,
          billingInterval,
          currency,
          includesFreeTrial: trialDays > 0,
          trialDays,
          needsBillingInfo,
          collectionMethods: [...collectionMethods],
          tiers: [...tiers],
        };
      },
    ),
  };
}

/** Answer about a subscription as it was on the day of the billing view. */
export function subscriptionAnswer(
  organizationGuid: string,
  { day, billing, events, revision }: BillingView,
  sold: Catalogue | null,
  memberCount: number | null,
): SubscriptionAnswer {
  const { subscriptionStatus, freeTrialRemainingDays, nextBillingDate } = billingStatusAt(
    organizationGuid,
    billing,
    sold,
    day,
  );
  const isKnown = subscriptionStatus !== 'UNKNOWN';
  const shown = isKnown ? billing : null;
  const plan = shown?.plan ?? null;
  return {
    subscriptionStatus,
    productGuid: plan?.productGuid ?? null,
    productKey: plan?.productKey ?? null,
    productName: plan?.productName ?? null,
    plan: plan && {
      productPlanGuid: plan.productPlanGuid,
      billingInterval: plan.billingInterval,
      currency: shown!.currency,
      includesFreeTrial: trialDaysOf(shown!, plan) > 0,
      needsBillingInfo: plan.needsBillingInfo,
      tiers: plan.tiers,
    },
    paymentMethod: shown?.paymentMethod
      ? { brand: shown.paymentMethod.brand, last4Digits: shown.paymentMethod.last4Digits }
      : null,
    collectionMethod: shown?.collectionMethod ?? null,
    address: shown?.address ?? null,
    emailAddress: shown?.emailAddress ?? null,
    history: isKnown ? events.filter(isShown).map(stepOf) : [],
    periodFrom: shown?.period?.from ?? null,
    nextBillingDate,
    accessUntil: isKnown ? accessUntil(factsOf(billing, true), day) : null,
    quantity: shown?.quantity ?? null,
    renewalQuantity: shown?.renewalQuantity ?? null,
    memberCount: isKnown ? memberCount : null,
    freeTrialRemainingDays,
    balance: shown?.balance ?? (isKnown ? 0 : null),
    openInvoiceGuid: shown?.invoices.open[0]?.invoiceGuid ?? null,
    nextPayment:
      shown && sold && memberCount !== null
        ? nextPaymentOf({ billing: shown, sold, revision }, organizationGuid, memberCount)
        : null,
    allowedCommands: [...allowedCommands(subscriptionStatus)],
    revision,
  };
}

/**
 * Answer about a purchase, from its events; null when there is no such purchase.
 * @param progress the purchase's progress at the provider, used while it has not ended
 */
export function purchaseAnswer(
  events: readonly BillingEvent[],
  purchaseGuid: string,
  progress: PurchaseProgress,
): PurchaseAnswer | null {
  const own = events.filter(({ data }) => 'purchaseGuid' in data && data.purchaseGuid === purchaseGuid);
  if (own.length === 0) return null;
  const nothing = { purchaseGuid, clientSecret: null, declineCode: null, invoiceGuid: null };
  const end = own.at(-1)!;
  if (end.type === 'PurchaseCompleted') return { ...nothing, status: 'COMPLETED', invoiceGuid: end.data.invoiceGuid };
  if (end.type === 'PurchaseFailed') return { ...nothing, status: end.data.because, declineCode: end.data.declineCode };
  return progress.status === 'ACTION_REQUIRED'
    ? { ...nothing, status: 'ACTION_REQUIRED', clientSecret: progress.clientSecret }
    : { ...nothing, status: 'PENDING' };
}

export const invoiceAnswer = ({
  invoice_guid: invoiceGuid,
  number,
  kind,
  issued_on: issuedOn,
  due_on: dueOn,
  status,
  content,
  refunded,
  brand,
  last4_digits: last4Digits,
}: FoundInvoice): Invoice => ({
  invoiceGuid,
  number,
  kind,
  issuedOn,
  dueOn,
  status,
  ...content,
  refunded,
  paidWith: brand === null || last4Digits === null ? null : { brand, last4Digits },
});

/** What the next renewal will charge; null where none is due, as after a cancellation or in grace. */
function nextPaymentOf(
  opened: Omit<OpenedBilling, 'day'>,
  organization: string,
  memberCount: number,
): SubscriptionAnswer['nextPayment'] {
  const renewal = comingSteps(opened.billing).find(({ step }) => step === 'BEGIN_PERIOD');
  if (!renewal) return null;
  // Of the invoice only quantity and total are used, which depend on no guid.
  const nobody = { purchaseGuid: '', chargeGuid: '', invoiceGuid: '', at: new Date(0) };
  const { quantity, figures, currency, address } = comingInvoice(
    { ...opened, day: renewal.on },
    { organization, memberCount, ...nobody },
  );
  return { date: renewal.on, quantity, total: figures.total, currency, hasTax: address !== null };
}

/** An invoice of nothing is settled without a payment, so the history does not call it paid. */
const isShown = ({ type, data }: BillingEvent): boolean =>
  type !== 'InvoicePaid' || data.chargeGuid !== null || data.paymentReference !== null;

const stepOf = ({ type, data }: BillingEvent): BillingStep => ({
  day: data.day,
  type,
  productName: 'plan' in data ? data.plan.productName : null,
  until:
    'endsOn' in data ? data.endsOn : 'until' in data ? data.until : 'accessUntil' in data ? data.accessUntil : null,
});
