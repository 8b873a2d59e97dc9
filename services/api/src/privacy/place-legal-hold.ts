import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { legalHoldPlaced } from '@plimsoll/contracts/privacy/events';
import { singleStream } from '../commands/execute.ts';
import type { Decision } from '../commands/decision.ts';
import { defineCommand } from '../commands/define-command.ts';
import { legalHoldDecider } from './legal-holds.ts';

export type NewHold = EventOf<typeof legalHoldPlaced>['data'];

/** Holds something: whatever else holds it goes on beside. Nothing speaks against it. */
export const placeLegalHold = (hold: NewHold): Decision<EventOf<typeof legalHoldPlaced>> => [
  { type: 'LegalHoldPlaced', data: hold },
];

export const PlaceLegalHold = defineCommand({
  name: 'PlaceLegalHold',
  useCase: ({ tenant }, hold: NewHold) =>
    singleStream({ own: legalHoldDecider.of(tenant), decide: () => placeLegalHold(hold) }),
});
