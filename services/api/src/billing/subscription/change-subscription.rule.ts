import { beginPurchase, errorsOf, isFewerThanPaid, tooFewUsers } from '../purchases/buy-plan.rule.ts';
import { beginPayment } from '../invoices/pay-invoice.rule.ts';
import type { BillingAddress } from '@plimsoll/contracts/billing/billing-address';
import { factsOf } from '@plimsoll/contracts/billing/billing-state';
import type { CollectionMethod } from '@plimsoll/contracts/billing/catalogue';
import type { BillingEvent } from '@plimsoll/contracts/billing/events';
import { allowedCommands, statusAt } from '@plimsoll/contracts/billing/status';
import { canonicalText } from '@plimsoll/event-store/port/canonical-text';
import { refuse, type Decision } from '../../commands/decision.ts';
import { fieldError } from '../../commands/field-error.ts';
import { stateConflict, type OpenedBilling } from '../on-billing.ts';
import type { PurchaseInput } from '../purchases/buy-plan.rule.ts';
import { quoteTerms } from './quote-plan.ts';

/** Changes to a subscription; null fields stay unchanged. */
export interface SubscriptionChange extends PurchaseInput {
  readonly address: BillingAddress | null;
  readonly emailAddress: string | null;
  readonly collectionMethod: CollectionMethod | null;
  readonly quantity: number | null;
  readonly restore: boolean;
}

/**
 * Changes a running subscription: billing contact, number of users, collection method and card. Additional users are
 * charged for the remaining days at the prices that were bought; fewer are requested for the next period. With
 * `restore`, a cancellation is withdrawn first. During grace, another card is charged for the overdue invoice.
 *
 * Refuses: SubscriptionStateConflict when the status or another purchase does not allow it; MalformedRequest (fewer
 * users than members; no card; a collection method that the plan does not have).
 */
export function changeSubscription(opened: OpenedBilling, change: SubscriptionChange): Decision<BillingEvent> {
  const { billing: before, day } = opened;
  if (change.restore && !allowedCommands(statusAt(factsOf(before, true), day)).includes('RESTORE'))
    return stateConflict(before, true, day);
  const restored: BillingEvent[] = change.restore ? [{ type: 'SubscriptionRestored', data: { day } }] : [];
  const billing = change.restore ? { ...before, cancelled: null } : before;
  const requested = requestForRenewal({ ...opened, billing }, change);
  if ('refused' in requested) return requested;
  const isForRenewal = change.quantity !== null && isFewerThanPaid(billing, change.quantity, day);
  const changed = changeNow({ ...opened, billing }, isForRenewal ? { ...change, quantity: null } : change);
  return 'refused' in changed ? changed : [...restored, ...requested, ...changed];
}

/** Records how many users the next period begins with; any other number of users withdraws that. */
function requestForRenewal(
  { billing, day }: OpenedBilling,
  { quantity, memberCount }: SubscriptionChange,
): Decision<BillingEvent> {
  if (quantity === null) return [];
  const wanted = isFewerThanPaid(billing, quantity, day) ? quantity : null;
  if (wanted === (billing.renewalQuantity ?? null)) return [];
  if (billing.purchase || !allowedCommands(statusAt(factsOf(billing, true), day)).includes('CHANGE_QUANTITY'))
    return stateConflict(billing, true, day);
  const fewest = wanted === null ? null : tooFewUsers(wanted, memberCount);
  if (fewest) return refuse('MalformedRequest', { fieldErrors: [fewest] });
  return [{ type: 'RenewalQuantityRequested', data: { day, quantity: wanted } }];
}

/** Changes what is in force today. */
function changeNow(opened: OpenedBilling, change: SubscriptionChange): Decision<BillingEvent> {
  const { billing, day } = opened;
  const { plan } = billing;
  const address = change.address ?? billing.address;
  const emailAddress = change.emailAddress ?? billing.emailAddress;
  const details = { emailAddress: change.emailAddress, address: change.address };
  const [quantity, collectionMethod] = [
    change.quantity ?? billing.quantity,
    change.collectionMethod ?? billing.collectionMethod,
  ];
  if (quantity === billing.quantity && collectionMethod === billing.collectionMethod && change.paymentToken === null) {
    const isSame = emailAddress === billing.emailAddress && canonicalText(address) === canonicalText(billing.address);
    return isSame ? [] : [{ type: 'BillingDetailsChanged', data: { day, ...details } }];
  }

  const overdue = billing.invoices.open.find((one) => one.invoiceGuid === billing.unpaid?.invoiceGuid);
  // During grace, a new card pays the overdue invoice.
  if (
    overdue &&
    change.paymentToken !== null &&
    statusAt(factsOf(billing, true), day) === 'IN_GRACE_PERIOD' &&
    !billing.purchase &&
    quantity === billing.quantity
  )
    return [
      ...(details.emailAddress === null && details.address === null
        ? []
        : [{ type: 'BillingDetailsChanged' as const, data: { day, ...details } }]),
      ...beginPayment(opened, overdue, change),
    ];
  const isAllowed = allowedCommands(statusAt(factsOf(billing, true), day)).includes('CHANGE_QUANTITY');
  if (billing.purchase || !isAllowed || !plan || quantity === null || collectionMethod === null)
    return stateConflict(billing, true, day);
  const quoted = quoteTerms(opened, {
    terms: plan,
    quantity,
    channelPartnerCode: null,
    place: address && { country: address.country, province: address.province },
  });
  if ('refused' in quoted) return quoted;
  const isDue = quantity !== billing.quantity && quoted.firstChargeDate === day;
  const errors = [
    ...errorsOf(opened, quoted, { ...change, collectionMethod }),
    ...(emailAddress === null ? [fieldError('emailAddress', 'MalformedEmailAddress')] : []),
  ];
  if (errors.length > 0) return refuse('MalformedRequest', { fieldErrors: errors });
  return beginPurchase(opened, quoted, { ...change, address, emailAddress: emailAddress!, collectionMethod }, isDue);
}
