import type { BillingEvent } from '@plimsoll/contracts/billing/events';
import { factsOf } from '@plimsoll/contracts/billing/billing-state';
import { hasCard } from '@plimsoll/contracts/billing/due-steps';
import { allowedCommands, statusAt } from '@plimsoll/contracts/billing/status';
import { refuse, type Decision } from '../../commands/decision.ts';
import { stateConflict, type OpenedBilling } from '../on-billing.ts';
import { beginPurchase, noCard, type PurchaseInput } from '../purchases/buy-plan.rule.ts';
import { quoteTerms } from '../subscription/quote-plan.ts';

/**
 * Begins paying what is overdue, with the stored card or another one. During grace the open invoice is paid; after
 * grace, a new period begins today instead.
 *
 * Refuses: SubscriptionStateConflict when nothing is overdue or a purchase is under way; BillingLineItemNotFound for an
 * invoice that is not open; MalformedRequest without a card.
 */
export function payInvoice(opened: OpenedBilling, invoiceGuid: string, buying: PurchaseInput): Decision<BillingEvent> {
  const { billing, day } = opened;
  const status = statusAt(factsOf(billing, true), day);
  if (billing.purchase || !allowedCommands(status).includes('PAY')) return stateConflict(billing, true, day);
  const open = billing.invoices.open.find((one) => one.invoiceGuid === invoiceGuid);
  if (!open) return refuse('BillingLineItemNotFound');
  if (buying.paymentToken === null && !hasCard(billing)) return refuse('MalformedRequest', { fieldErrors: [noCard] });
  const { address, emailAddress } = billing;
  if (status === 'PAYMENT_REQUIRED') {
    const quantity = Math.max(billing.quantity!, buying.memberCount);
    const quoted = quoteTerms(opened, {
      terms: billing.plan!,
      quantity,
      channelPartnerCode: null,
      place: address && { country: address.country, province: address.province },
    });
    return 'refused' in quoted
      ? quoted
      : beginPurchase(
          opened,
          quoted,
          { ...buying, address, emailAddress, collectionMethod: 'CHARGE_AUTOMATICALLY' },
          true,
        );
  }
  return beginPayment(opened, open, buying);
}

/** Begins charging an open invoice, without changing plan, quantity or period. */
export function beginPayment(
  { billing, day }: OpenedBilling,
  { invoiceGuid, cents }: { readonly invoiceGuid: string; readonly cents: number },
  { paymentToken, customer, purchaseGuid, chargeGuid, at }: PurchaseInput,
): BillingEvent[] {
  const { plan, quantity, address, emailAddress, currency } = billing;
  const begunAt = at.toISOString();
  return [
    {
      type: 'PurchaseBegun',
      data: {
        day,
        purchaseGuid,
        begunAt,
        plan: plan!,
        quantity: quantity!,
        collectionMethod: 'CHARGE_AUTOMATICALLY',
        channelPartnerCode: null,
        period: null,
        figures: null,
        trialEndsOn: null,
        paymentToken,
        customer: customer ?? billing.customer,
        emailAddress,
        address,
        invoiceGuid,
        byCalendar: false,
      },
    },
    { type: 'ChargeRequested', data: { day, chargeGuid, purchaseGuid, requestedAt: begunAt, cents, currency } },
  ];
}
