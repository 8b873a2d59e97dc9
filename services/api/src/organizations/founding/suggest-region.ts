import { onOrganization } from '../on-organization.ts';
import type { Organization } from '../organization.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { type RegionSuggestion, suggestRegion } from './suggest-region.rule.ts';

/** Refuses: OrganizationNotFound. */
export const SuggestRegion = defineCommand({
  ...onOrganization('SuggestRegion', (organization: Organization, suggestion: RegionSuggestion) =>
    suggestRegion(organization, suggestion),
  ),
  route: {
    operationId: 'suggestRegion',
    args: ({ actor }, _, { regionSuggestionName }) => [{ name: regionSuggestionName, suggestedByGuid: actor.userGuid }],
    answer: (_, [{ name }]) => ({ regionSuggestionName: name }),
  },
});
