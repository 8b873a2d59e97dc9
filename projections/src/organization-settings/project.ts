import type { CustomerConfigCode, Module } from '@plimsoll/contracts/organizations/features';
import { foldStream } from '../runner/fold-stream.ts';
import { defineReadModel } from '../runner/read-model.ts';
import { of, table, type RowOf } from '../runner/table.ts';

/** One row for a tenant: there is nothing besides it to tell rows apart. */
export const organizationTable = table('organization', {
  key: [],
  columns: {
    name: 'text', time_zone: 'text', size_range: 'text', created_at: 'timestamptz', modules: of<readonly Module[]>('text[]'),
    customer_config: of<Partial<Record<CustomerConfigCode, boolean>>>('jsonb'),
  },
  comments: { customer_config: 'what was changed; the rest is as shipped' },
});
export type OrganizationRow = RowOf<typeof organizationTable>;

export const worksiteTable = table('worksite', {
  key: ['worksite_guid'],
  columns: { worksite_guid: 'uuid', name: 'text', region_guid: 'uuid?', address: 'text?', time_zone: 'text?', emergency_phone: 'text?' },
});

export const reportingGroupTable = table('reporting_group', {
  key: ['reporting_group_guid'],
  columns: { reporting_group_guid: 'uuid', name: 'text', description: 'text?', status: of<'ACTIVE' | 'ARCHIVED'>('text') },
});

const organizationFold = foldStream(organizationTable, {
  key: () => [],
  begin: {
    OrganizationCreated: ({ data: { name, timeZone, sizeRange, modules }, metadata }) =>
      ({ name, time_zone: timeZone, size_range: sizeRange, created_at: metadata.at, modules, customer_config: {} }),
  },
  evolve: {
    OrganizationModuleSwitched(organization, { data: { module, isEnabled } }) {
      const others = organization.modules.filter((each) => each !== module);
      organization.modules = isEnabled ? [...others, module] : others;
    },
    CustomerConfigChanged(organization, { data: { code, isEnabled } }) {
      organization.customer_config = { ...organization.customer_config, [code]: isEnabled };
    },
  },
});

/** How an organization is set up: its features, worksites and reporting groups. */
export const organizationSettings = defineReadModel({
  name: 'organization-settings',
  version: 1,
  tables: [organizationTable, worksiteTable, reportingGroupTable],
  isAboutRights: true,
  folds: [organizationFold],
  on: {
    WorksiteCreated: ({ data: { worksiteGuid, name, regionGuid, address, timeZone, emergencyPhone } }, rows) =>
      rows.put(worksiteTable, { worksite_guid: worksiteGuid, name, region_guid: regionGuid, address, time_zone: timeZone, emergency_phone: emergencyPhone }),
    ReportingGroupCreated: ({ data: { reportingGroupGuid, name, description } }, rows) =>
      rows.put(reportingGroupTable, { reporting_group_guid: reportingGroupGuid, name, description, status: 'ACTIVE' }),
  },
});
