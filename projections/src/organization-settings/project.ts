import {
  customerConfigChanged, organizationCreated, organizationModuleSwitched, reportingGroupCreated, worksiteCreated, type OrganizationEvent,
} from '@plimsoll/contracts/organizations/events';
import type { CustomerConfigCode, Module } from '@plimsoll/contracts/organizations/features';
import type { RecordedEvent } from '@plimsoll/event-store/event-store';
import type { Projection, Rows, Table } from '../runner/projection.ts';

export interface OrganizationRow {
  name: string;
  time_zone: string;
  size_range: string;
  created_at: string;
  modules: readonly Module[];
  customer_config: Partial<Record<CustomerConfigCode, boolean>>;
}

/** One row for a tenant: there is nothing besides it to tell rows apart. */
export const organizationTable: Table<OrganizationRow> = {
  name: 'organization_v1',
  key: [],
  columns: { name: 'text', time_zone: 'text', size_range: 'text', created_at: 'timestamptz', modules: 'text[]', customer_config: 'jsonb' },
};

export interface WorksiteRow {
  worksite_guid: string;
  name: string;
  region_guid: string | null;
  address: string | null;
  time_zone: string | null;
  emergency_phone: string | null;
}

export const worksiteTable: Table<WorksiteRow> = {
  name: 'worksite_v1',
  key: ['worksite_guid'],
  columns: { worksite_guid: 'uuid', name: 'text', region_guid: 'uuid', address: 'text', time_zone: 'text', emergency_phone: 'text' },
};

export interface ReportingGroupRow {
  reporting_group_guid: string;
  name: string;
  description: string | null;
  status: 'ACTIVE' | 'ARCHIVED';
}

export const reportingGroupTable: Table<ReportingGroupRow> = {
  name: 'reporting_group_v1',
  key: ['reporting_group_guid'],
  columns: { reporting_group_guid: 'uuid', name: 'text', description: 'text', status: 'text' },
};

const changing: ReadonlySet<string> = new Set([organizationModuleSwitched.type, customerConfigChanged.type]);

/** How an organization is set up: its features, worksites and reporting groups. */
export const organizationSettings: Projection = {
  name: 'organization-settings',
  tables: [organizationTable, worksiteTable, reportingGroupTable],
  eventTypes: new Set([organizationCreated.type, ...changing, worksiteCreated.type, reportingGroupCreated.type]),
  needs: (events) => [{ table: organizationTable, keys: events.some(({ type }) => changing.has(type)) ? [[]] : [] }],
  project(events, rows) {
    for (const event of events as readonly (RecordedEvent & OrganizationEvent)[]) take(event, rows);
  },
};

function take(event: RecordedEvent & OrganizationEvent, rows: Rows): void {
  switch (event.type) {
    case 'OrganizationCreated': {
      const { name, timeZone, sizeRange, modules } = event.data;
      rows.put(organizationTable, { name, time_zone: timeZone, size_range: sizeRange, created_at: event.metadata.at, modules, customer_config: {} });
      return;
    }
    case 'OrganizationModuleSwitched': {
      const organization = created(rows);
      const others = organization.modules.filter((module) => module !== event.data.module);
      rows.put(organizationTable, { ...organization, modules: event.data.isEnabled ? [...others, event.data.module] : others });
      return;
    }
    case 'CustomerConfigChanged': {
      const organization = created(rows);
      rows.put(organizationTable, { ...organization, customer_config: { ...organization.customer_config, [event.data.code]: event.data.isEnabled } });
      return;
    }
    case 'WorksiteCreated': {
      const { worksiteGuid, name, regionGuid, address, timeZone, emergencyPhone } = event.data;
      rows.put(worksiteTable, { worksite_guid: worksiteGuid, name, region_guid: regionGuid, address, time_zone: timeZone, emergency_phone: emergencyPhone });
      return;
    }
    case 'ReportingGroupCreated': {
      const { reportingGroupGuid, name, description } = event.data;
      rows.put(reportingGroupTable, { reporting_group_guid: reportingGroupGuid, name, description, status: 'ACTIVE' });
    }
  }
}

function created(rows: Rows): OrganizationRow {
  const organization = rows.get(organizationTable);
  if (!organization) throw new Error('The organization was never created');
  return organization;
}
