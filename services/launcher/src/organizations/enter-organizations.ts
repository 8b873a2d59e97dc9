import type { Application } from '@plimsoll/api/platform/process/application';
import { systemEnvelope } from '@plimsoll/api/commands/own-envelope';
import { EnterOrganization } from '@plimsoll/api/organizations/founding/enter-organization';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';

/**
 * Adds directory entries for organizations that were founded before entries existed, so that they can be found by name.
 */
export async function enterOrganizations({ store, commands }: Pick<Application, 'store' | 'commands'>): Promise<void> {
  for (const { tenant } of await store.heads()) {
    if (tenant !== INSTALLATION_TENANT)
      await commands.execute(new EnterOrganization(systemEnvelope({ tenant, name: 'enter the organization' })));
  }
}
