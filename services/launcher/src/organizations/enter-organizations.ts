import type { Application } from '@plimsoll/api/platform/process/application';
import { systemEnvelope } from '@plimsoll/api/commands/own-envelope';
import { EnterOrganization } from '@plimsoll/api/organizations/founding/enter-organization';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';

/** Enters every organization that was founded before there were entries, so that it can be found by its name. */
export async function enterOrganizations({ store, commands }: Pick<Application, 'store' | 'commands'>): Promise<void> {
  for (const { tenant } of await store.heads()) {
    if (tenant !== INSTALLATION_TENANT)
      await commands.execute(new EnterOrganization(systemEnvelope({ tenant, name: 'enter the organization' })));
  }
}
