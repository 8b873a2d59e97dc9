import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { localDateTime } from '@plimsoll/contracts/calendar';
import { customerConfigCodes, customerConfigDefaults, modules, type CustomerConfigCode, type Module } from '@plimsoll/contracts/organizations/features';
import type { Worksite } from '@plimsoll/contracts/organizations/answers';
import { ReadModelReader } from '../read-model-reader.ts';
import { memberTable } from '../member-list/project.ts';
import { organizationTable, reportingGroupTable, worksiteTable, type OrganizationRow } from './project.ts';

export interface Organization {
  readonly guid: string;
  readonly name: string;
  readonly timeZone: string;
  /** The day in the organization's own zone. */
  readonly createdDate: string;
  readonly modules: { code: Module; isEnabled: boolean }[];
  readonly customerConfig: { code: CustomerConfigCode; isEnabled: boolean }[];
  readonly worksites: Worksite[];
  readonly reportingGroups: { guid: string; name: string; description: string | null; status: 'ACTIVE' | 'ARCHIVED'; memberCount: number }[];
}

/** An organization with its settings; null when it is not there (yet). */
export class FindOrganization extends Query<Organization | null> {
  constructor(readonly tenant: string) {
    super();
  }
}

/** Names by guid, of those that are there. The caller has made sure that the person may know them. */
export class FindOrganizationNames extends Query<ReadonlyMap<string, string>> {
  constructor(readonly guids: readonly string[]) {
    super();
  }
}

const SETTINGS = `
  select o.*,
    (select coalesce(jsonb_agg(jsonb_build_object('guid', w.worksite_guid, 'name', w.name, 'regionGuid', w.region_guid, 'address', w.address,
       'timeZone', w.time_zone, 'emergencyPhone', w.emergency_phone) order by lower(w.name), w.worksite_guid), '[]')
     from ${worksiteTable} w where w.tenant = $1) as worksites,
    (select coalesce(jsonb_agg(jsonb_build_object('guid', g.reporting_group_guid, 'name', g.name, 'description', g.description, 'status', g.status,
       'memberCount', (select count(*) from ${memberTable} m
         where m.tenant = $1 and m.reporting_group_guid = g.reporting_group_guid and not m.is_removed)) order by lower(g.name), g.reporting_group_guid), '[]')
     from ${reportingGroupTable} g where g.tenant = $1) as groups
  from ${organizationTable} o where o.tenant = $1`;

@QueryHandler(FindOrganization)
export class FindOrganizationHandler implements IQueryHandler<FindOrganization> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant }: FindOrganization): Promise<Organization | null> {
    const [row] = await this.reader.ask<OrganizationRow & { tenant: string; worksites: Organization['worksites']; groups: Organization['reportingGroups'] }>(
      tenant, { name: 'organization settings', text: SETTINGS, values: [tenant] },
    );
    if (!row) return null;
    return {
      guid: row.tenant,
      name: row.name,
      timeZone: row.time_zone,
      createdDate: localDateTime(new Date(row.created_at), row.time_zone).date,
      modules: modules.map((code) => ({ code, isEnabled: row.modules.includes(code) })),
      customerConfig: customerConfigCodes.map((code) => ({ code, isEnabled: row.customer_config[code] ?? customerConfigDefaults[code] })),
      worksites: row.worksites,
      reportingGroups: row.groups,
    };
  }
}

@QueryHandler(FindOrganizationNames)
export class FindOrganizationNamesHandler implements IQueryHandler<FindOrganizationNames> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ guids }: FindOrganizationNames): Promise<ReadonlyMap<string, string>> {
    const found = await this.reader.askEach<{ guid: string; name: string }>(
      guids, 'organization names', `select jsonb_build_object('guid', o.tenant, 'name', o.name) from ${organizationTable} o where o.tenant = current_tenant()`,
    );
    return new Map(found.map(({ guid, name }) => [guid, name]));
  }
}
