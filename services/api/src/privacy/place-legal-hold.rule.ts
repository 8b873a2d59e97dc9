import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { legalHoldPlaced } from '@plimsoll/contracts/privacy/events';
import type { Decision } from '../commands/decision.ts';

export type NewHold = EventOf<typeof legalHoldPlaced>['data'];

/** Places a legal hold, regardless of other holds. Refuses nothing. */
export const placeLegalHold = (hold: NewHold): Decision<EventOf<typeof legalHoldPlaced>> => [
  { type: 'LegalHoldPlaced', data: hold },
];
