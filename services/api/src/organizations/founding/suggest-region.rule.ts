import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { regionSuggested } from '@plimsoll/contracts/organizations/events';
import type { Decision } from '../../commands/decision.ts';

export type RegionSuggestion = EventOf<typeof regionSuggested>['data'];

/** Records that a region is missing in the list of regions. Repeated suggestions are recorded too. */
export const suggestRegion = (_: unknown, suggestion: RegionSuggestion): Decision<EventOf<typeof regionSuggested>> => [
  { type: 'RegionSuggested', data: suggestion },
];
