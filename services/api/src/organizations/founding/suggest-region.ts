import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { regionSuggested } from '@plimsoll/contracts/organizations/events';
import type { Decision } from '../../commands/decision.ts';
import { onOrganization } from '../on-organization.ts';
import type { Organization } from '../organization.ts';
import { defineCommand } from '../../commands/define-command.ts';

export type RegionSuggestion = EventOf<typeof regionSuggested>['data'];

/** Keeps which region somebody misses in the list of them all; each time, since each says that it is missed. */
export const suggestRegion = (_: unknown, suggestion: RegionSuggestion): Decision<EventOf<typeof regionSuggested>> => [
  { type: 'RegionSuggested', data: suggestion },
];

/** Refuses: OrganizationNotFound. */
export const SuggestRegion = defineCommand(
  onOrganization('SuggestRegion', (organization: Organization, suggestion: RegionSuggestion) =>
    suggestRegion(organization, suggestion),
  ),
);
