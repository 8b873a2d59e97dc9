import { evolveBilling, type BillingState } from '@plimsoll/contracts/billing/billing-state';
import type { StreamKind } from '@plimsoll/contracts/kernel/stream-kinds';
import type { StreamId } from '@plimsoll/event-store/port/event-store';
import { v5 as uuidv5 } from 'uuid';
import * as streams from '@plimsoll/contracts/billing/streams';
import { decider } from '../commands/decider.ts';

/** The billing stream of an organization: one per organization, with a guid derived from the organization's. */
export const billingStream = (tenant: string): StreamId<StreamKind> => ({
  kind: 'billing',
  guid: uuidv5('billing', tenant),
});

/** Folds an organization's billing; null before it was opened. */
export const billingDecider = decider({
  stream: streams.billingStream,
  initial: null as BillingState | null,
  evolve: evolveBilling,
  guid: (tenant: string) => billingStream(tenant).guid,
});
