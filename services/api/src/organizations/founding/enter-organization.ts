import type { Outcome } from '../../commands/execute.ts';
import { execute } from '../../commands/execute.ts';
import { refuse } from '../../commands/decision.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { loadEntry } from './organization-entry.ts';
import { namingUseCase, namingEnvelope } from '../update-organization.ts';
import { organizationDecider } from '../organization.ts';

const nothingToDo: Outcome = { changed: false, repeated: false, position: null, revision: 0, number: null };

/**
 * Registers an organization that was founded before the installation's log had entries, so that it can be found by
 * name. No effect on a registered one. Refuses: OrganizationNotFound.
 */
export const EnterOrganization = defineCommand({
  name: 'EnterOrganization',
  handle:
    () =>
    async (store, envelope): Promise<Outcome> => {
      const { tenant } = envelope;
      if (await loadEntry(store, tenant)) return nothingToDo;
      const { state: organization } = await organizationDecider.of(tenant).load(store, tenant);
      return organization
        ? execute(store, namingEnvelope(envelope), namingUseCase(tenant, {}, organization.name.is))
        : refuse('OrganizationNotFound');
    },
});
