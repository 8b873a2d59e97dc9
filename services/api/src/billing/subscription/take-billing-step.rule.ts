import { quote } from '@plimsoll/contracts/billing/quote';
import { periodAt } from '@plimsoll/contracts/billing/billing-interval';
import type { BillingState, OpenInvoice } from '@plimsoll/contracts/billing/billing-state';
import { MAX_USERS, taxesOf } from '@plimsoll/contracts/billing/catalogue';
import { comingSteps, hasCard, type BillingStep } from '@plimsoll/contracts/billing/due-steps';
import type { BillingEvent } from '@plimsoll/contracts/billing/events';
import { priceOf } from '@plimsoll/contracts/billing/quote';
import { linesOf } from '@plimsoll/contracts/billing/quoted-lines';
import { ERASED } from '@plimsoll/contracts/kernel/erased';
import type { Decision } from '../../commands/decision.ts';
import type { OpenedBilling } from '../on-billing.ts';
import { figuresOf } from '../purchases/buy-plan.rule.ts';
import { begunGrace, endedSubscription, issuedInvoice, paidInvoice } from '../invoices/issue-invoice.ts';
import { quoteTerms } from './quote-plan.ts';

/** Input of a billing step. Its guids follow from the step, so that a repeated step writes the same events. */
export interface StepTaken {
  readonly organization: string;
  readonly memberCount: number;
  readonly purchaseGuid: string;
  readonly chargeGuid: string;
  readonly invoiceGuid: string;
  readonly at: Date;
}

/** Name of a step, from which its command id is derived, so that it is taken once. */
export function nameOfStep(step: BillingStep): string {
  const about =
    step.step === 'REMIND'
      ? step.reminder
      : step.step === 'CHARGE' || step.step === 'BEGIN_GRACE'
        ? `${step.invoice.invoiceGuid} ${step.invoice.tries}`
        : '';
  return `billing ${step.step} ${about} ${step.on}`;
}

/** Takes a due step; one that is no longer due changes nothing. */
export function takeBillingStep(opened: OpenedBilling, name: string, taken: StepTaken): Decision<BillingEvent> {
  const { billing, day } = opened;
  const step = comingSteps(billing).find((one) => one.on <= day && nameOfStep(one) === name);
  switch (step?.step) {
    case 'END':
      return endedSubscription(billing, day, step.reason);
    case 'END_TRIAL':
      return [{ type: 'TrialEnded', data: { day } }];
    case 'END_GRACE':
      return [{ type: 'GraceEnded', data: { day } }];
    case 'BEGIN_GRACE':
      return [begunGrace(billing, day, step.invoice.invoiceGuid, null)];
    case 'CHARGE':
      return chargedInvoice(opened, step.invoice, taken);
    case 'BEGIN_PERIOD':
      return begunPeriod(opened, taken);
    case 'COUNT_MEMBERS':
      return countedMembers(opened, taken);
    case 'REMIND':
      return [{ type: 'BillingReminderSent', data: { day, reminder: step.reminder, about: step.about } }];
    default:
      return [];
  }
}

/**
 * Begins the period that contains the day, counted from the first one; periods that passed unprocessed are free. The
 * quantity is the number of members, or what was requested for the renewal if that is more; after a trial at least what
 * was bought.
 */
function begunPeriod(opened: OpenedBilling, taken: StepTaken): BillingEvent[] {
  const { billing, sold, day } = opened;
  const { period: before, address } = billing;
  const plan = billing.plan!;
  const members = Math.min(MAX_USERS, Math.max(1, taken.memberCount));
  const quantity = Math.max(members, before ? (billing.renewalQuantity ?? 1) : billing.quantity!);
  const first = before?.first ?? billing.trial!.endsOn;
  const period = { ...periodAt(plan.billingInterval, first, day)!, first };
  const taxes = address ? taxesOf(sold, address.country, address.province.trim().toUpperCase(), day) : [];
  const figures = {
    ...quote({
      billingInterval: plan.billingInterval,
      price: priceOf(plan.tiers, plan.discounts, quantity),
      day: period.from,
      running: null,
      balance: billing.balance,
      taxes,
    }),
    period,
  };
  const invoiced = { answer: { lines: linesOf(figures, period.from) }, figures, taxes };
  return [
    ...(quantity === billing.quantity ? [] : [{ type: 'QuantityChanged' as const, data: { day, quantity } }]),
    { type: 'PeriodBegun', data: { day, ...period } },
    ...invoicedNow(opened, { quantity, period, figures: figuresOf(invoiced) }, taken),
  ];
}

/** The invoice that the next period will begin with: decided as on that day, and not appended. */
export function comingInvoice(opened: OpenedBilling, taken: StepTaken) {
  return begunPeriod(opened, taken).flatMap((event) => (event.type === 'InvoiceIssued' ? [event.data] : []))[0]!;
}

/** Charges additional members from now on; fewer members take effect in the next period. */
function countedMembers(opened: OpenedBilling, taken: StepTaken): BillingEvent[] {
  const { billing, day } = opened;
  const { plan, address, period } = billing;
  const counted: BillingEvent = { type: 'MembersCounted', data: { day, members: taken.memberCount } };
  const quantity = Math.min(MAX_USERS, taken.memberCount);
  if (quantity <= billing.quantity!) return [counted];
  const quoted = quoteTerms(opened, {
    terms: plan!,
    quantity,
    channelPartnerCode: null,
    place: address && { country: address.country, province: address.province },
  });
  if ('refused' in quoted) return [counted];
  return [
    counted,
    { type: 'QuantityChanged', data: { day, quantity } },
    ...invoicedNow(opened, { quantity, period, figures: figuresOf(quoted) }, taken),
  ];
}

/** Issues the invoice and, with automatic collection, its charge. */
function invoicedNow(
  opened: OpenedBilling,
  {
    quantity,
    period,
    figures,
  }: {
    readonly quantity: number;
    readonly period: BillingState['period'];
    readonly figures: ReturnType<typeof figuresOf>;
  },
  taken: StepTaken,
): BillingEvent[] {
  const { billing, day } = opened;
  const { organization, invoiceGuid } = taken;
  const issued = issuedInvoice(opened, {
    organization,
    invoiceGuid,
    plan: billing.plan!,
    quantity,
    collectionMethod: billing.collectionMethod!,
    period,
    figures,
    address: billing.address,
  });
  if (figures.total === 0) return [issued, paidInvoice(day, invoiceGuid, null, null)];
  return [
    issued,
    ...(billing.collectionMethod === 'CHARGE_AUTOMATICALLY'
      ? chargedInvoice({ ...opened, billing: { ...billing, quantity } }, { invoiceGuid, cents: figures.total }, taken)
      : []),
  ];
}

/** Begins charging the stored card for an open invoice. Without a card, grace begins without calling the provider. */
function chargedInvoice(
  { billing, day }: OpenedBilling,
  { invoiceGuid, cents }: Pick<OpenInvoice, 'invoiceGuid' | 'cents'>,
  { purchaseGuid, chargeGuid, at }: StepTaken,
): BillingEvent[] {
  const { quantity, customer, emailAddress, address, currency } = billing;
  if (!hasCard(billing) || customer === null)
    return billing.unpaid ? [] : [begunGrace(billing, day, invoiceGuid, null)];
  const begun = {
    purchaseGuid,
    begunAt: at.toISOString(),
    plan: billing.plan!,
    quantity: quantity!,
    collectionMethod: 'CHARGE_AUTOMATICALLY' as const,
    channelPartnerCode: null,
    period: null,
    figures: null,
    trialEndsOn: null,
    paymentToken: null,
    customer,
    emailAddress: emailAddress === ERASED ? null : emailAddress,
    address,
    invoiceGuid,
    byCalendar: true,
  };
  return [
    { type: 'PurchaseBegun', data: { day, ...begun } },
    { type: 'ChargeRequested', data: { day, chargeGuid, purchaseGuid, requestedAt: begun.begunAt, cents, currency } },
  ];
}
