import type { billingClockMoved } from '@plimsoll/contracts/billing/events';
import { addDays } from '@plimsoll/contracts/kernel/values/calendar';
import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { Decision } from '../../commands/decision.ts';
import type { OpenedBilling } from '../on-billing.ts';

/** Moves the organization's billing clock one day ahead. Sandbox only. */
export const moveBillingClock = ({ day }: Pick<OpenedBilling, 'day'>): Decision<EventOf<typeof billingClockMoved>> => [
  { type: 'BillingClockMoved', data: { day: addDays(day, 1), days: 1 } },
];
