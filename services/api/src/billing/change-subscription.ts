import type { BillingAddress } from '@plimsoll/contracts/billing/billing-address';
import { factsOf } from '@plimsoll/contracts/billing/billing-state';
import type { BillingEvent } from '@plimsoll/contracts/billing/events';
import { allowedCommands, statusAt } from '@plimsoll/contracts/billing/status';
import { canonicalText } from '@plimsoll/event-store/canonical-text';
import type { Decision } from '../commands/decision.ts';
import { billingCommand, stateConflict, type OpenedBilling } from './billing-command.ts';

/** What is null stays as it is. */
export interface SubscriptionChange {
  readonly address: BillingAddress | null;
  readonly emailAddress: string | null;
  readonly restore: boolean;
}

/** Changes who gets invoices and mails, and takes a cancellation back. Refuses: SubscriptionStateConflict where nothing was cancelled, or it is over. */
export function changeSubscription({ billing, day }: OpenedBilling, { address, emailAddress, restore }: SubscriptionChange): Decision<BillingEvent> {
  if (restore && !allowedCommands(statusAt(factsOf(billing, true), day)).includes('RESTORE')) return stateConflict(billing, true, day);
  const isSame = (emailAddress ?? billing.emailAddress) === billing.emailAddress && canonicalText(address ?? billing.address) === canonicalText(billing.address);
  return [...(restore ? [{ type: 'SubscriptionRestored' as const, data: { day } }] : []), ...(isSame ? [] : [{ type: 'BillingDetailsChanged' as const, data: { day, emailAddress, address } }])];
}

export const ChangeSubscription = billingCommand('ChangeSubscription', changeSubscription);
