import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { foldStream } from '../../runner/follow/fold-stream.ts';
import { defineReadModel } from '../../runner/tables/read-model.ts';
import { table } from '../../runner/tables/table.ts';

export const organizationDomainTable = table('organization_domain', {
  key: ['organization_guid', 'domain'],
  columns: {
    organization_guid: 'uuid',
    domain: 'text',
    verified_at: 'timestamptz?',
    is_removed: 'boolean',
    added_position: 'bigint',
  },
  comments: { added_position: 'where it was added last' },
  indexes: { domain: '(tenant, domain)' },
});

const domainFold = foldStream(organizationDomainTable, {
  key: ({ data }: RecordedEvent) => {
    const { organizationGuid, domain } = data as { organizationGuid: string; domain: string };
    return [organizationGuid, domain];
  },
  begin: {
    OrganizationDomainAdded: ({ position, data: { organizationGuid, domain } }) => ({
      organization_guid: organizationGuid,
      domain,
      verified_at: null,
      is_removed: false,
      added_position: position,
    }),
  },
  evolve: {
    OrganizationDomainVerified: (row, { metadata }) => void (row.verified_at = metadata.at),
    OrganizationDomainRemoved: (row) => void Object.assign(row, { verified_at: null, is_removed: true }),
  },
});

/**
 * Domains and their organizations, in the installation's own tenant: an address is looked up before an organization is
 * known.
 */
export const organizationDomains = defineReadModel({
  name: 'organization-domains',
  version: 2,
  tables: [organizationDomainTable],
  priority: 'authorization',
  folds: [domainFold],
});
