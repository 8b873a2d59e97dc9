import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { regionSuggested } from '@plimsoll/contracts/organizations/events';
import type { Decision } from '../../commands/decision.ts';

export type RegionSuggestion = EventOf<typeof regionSuggested>['data'];

/** Keeps which region somebody misses in the list of them all; each time, since each says that it is missed. */
export const suggestRegion = (_: unknown, suggestion: RegionSuggestion): Decision<EventOf<typeof regionSuggested>> => [
  { type: 'RegionSuggested', data: suggestion },
];
