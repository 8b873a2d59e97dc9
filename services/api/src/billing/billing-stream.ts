import { evolveBilling, type BillingState } from '@plimsoll/contracts/billing/billing-state';
import type { BillingEvent } from '@plimsoll/contracts/billing/events';
import type { StreamKind } from '@plimsoll/contracts/kernel/stream-kinds';
import type { RecordedEvent, StreamId } from '@plimsoll/event-store/port/event-store';
import { v5 as uuidv5 } from 'uuid';
import type { Folded } from '../commands/execute.ts';

/** An organization's billing: one stream, found by the organization's guid. */
export const billingStream = (tenant: string): StreamId<StreamKind> => ({
  kind: 'billing',
  guid: uuidv5('billing', tenant),
});

/** Folds one event of the log. */
export const evolveRecorded = (billing: BillingState | null, event: RecordedEvent): BillingState | null =>
  evolveBilling(billing, event as RecordedEvent & BillingEvent);

export const foldedBilling = (tenant: string): Folded<BillingState | null> => ({
  stream: billingStream(tenant),
  initial: null,
  evolve: evolveRecorded,
});
