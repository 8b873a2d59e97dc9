import { completeFounding } from './complete-organization.rule.ts';
import { Sales } from '../../billing/purchases/sales.ts';
import { refuse } from '../../commands/decision.ts';
import { execute, isExecuted, type Outcome } from '../../commands/execute.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { loadEntry } from './organization-entry.ts';
import { updatingOrganization } from '../update-organization.ts';
import { causedBy } from './complete-organization.rule.ts';

/**
 * Brings an organization's log up to date with the installation's log: founds it if needed, and copies its name and ID.
 * A system command; repeating it changes nothing. Refuses: OrganizationNotFound, MissingUserAccount.
 */
export const CompleteOrganization = defineCommand({
  name: 'CompleteOrganization',
  needs: [Sales],
  handle:
    (sales) =>
    async (store, envelope): Promise<Outcome> => {
      const { catalogue } = sales;
      const entry = await loadEntry(store, envelope.tenant);
      if (!entry) return refuse('OrganizationNotFound');
      if (entry.registered.founding) {
        const founded = await completeFounding(store, envelope.tenant, catalogue);
        if (!isExecuted(founded)) return founded;
      }
      return execute(
        store,
        causedBy(entry.metadata.newest, envelope),
        updatingOrganization(envelope.tenant, {}, entry),
      );
    },
});
