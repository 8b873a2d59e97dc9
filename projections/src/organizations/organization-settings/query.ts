import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { BillingState } from '@plimsoll/contracts/billing/billing-state';
import { localDateTime } from '@plimsoll/contracts/kernel/values/calendar';
import {
  customerConfigCodes,
  customerConfigDefaults,
  modules,
  type CustomerConfigCode,
  type Module,
  type OnboardingStatus,
  type SizeRange,
} from '@plimsoll/contracts/organizations/features';
import type { ReportingGroup, Worksite } from '@plimsoll/contracts/organizations/answers';
import type { ExternalSystem } from '@plimsoll/contracts/organizations/organization-fields';
import type { CallListTarget } from '@plimsoll/contracts/routing/events';
import { LRUCache } from 'lru-cache';
import { ReadModelReader } from '../../platform/read-model-reader.ts';
import { activeGeneration } from '../../runner/tables/table.ts';
import { versionToken } from '../../platform/version-token.ts';
import { formList, formSwitchTable, formTable } from '../../forms/form-list/project.ts';
import { incidentList, unitCountTable } from '../../incidents/incident-list/project.ts';
import { memberList, memberTable } from '../../members/member-list/project.ts';
import { callList, callListTable } from '../../routing/call-list/project.ts';
import { subscription, subscriptionTable } from '../../billing/subscription/project.ts';
import {
  memberIndustriesTable,
  operatingLocationTable,
  organizationSettings,
  organizationTable,
  reportingGroupTable,
  worksiteTable,
  type OrganizationRow,
  type SingleSignOn,
  type Subscription,
} from './project.ts';

/** An organization with its settings and units. */
export interface Organization {
  readonly guid: string;
  readonly name: string;
  /** Its ID. */
  readonly username: string | null;
  readonly sizeRange: SizeRange;
  readonly timeZone: string;
  readonly onboardingStatus: OnboardingStatus;
  /** The day in the organization's own zone. */
  readonly createdDate: string;
  readonly modules: { code: Module; isEnabled: boolean }[];
  readonly customerConfig: { code: CustomerConfigCode; isEnabled: boolean }[];
  readonly externalSystems: ExternalSystem[];
  /** The subscription as set by an operator. */
  readonly subscription: Subscription | null;
  /** The billing state; null before billing is opened. */
  readonly billing: BillingState | null;
  /** When BILLING was last switched on; null if it always was, or is off. */
  readonly billingSwitchedOnAt: Date | null;
  readonly singleSignOn: SingleSignOn;
  /** Locations, oldest first. */
  readonly locations: { regionGuid: string; industryGuids: string[] }[];
  /** Active and archived worksites, by name. */
  readonly worksites: readonly Worksite[];
  readonly reportingGroups: readonly ReportingGroup[];
  /**
   * Its own and hidden forms, with what decides whether they can be used for reports. Included so that a report needs
   * no further query.
   */
  readonly forms: { formGuid: string; version: number; isSensitive: boolean; endedAt: string | null }[];
  /** Call lists that someone has set. Included so that a report needs no further query. */
  readonly callLists: { target: CallListTarget; targetGuid: string | null; members: string[]; revision: number }[];
  /** Features that forms depend on, with the time since which they are off. */
  readonly formsSwitchedOff: { code: CustomerConfigCode; at: string }[];
  /** Of its own stream. */
  readonly revision: number;
}

/**
 * How to read an organization. `IF_CHANGED` first checks the version token: for frequent readers of data that seldom
 * changes; it needs a second query after a change. `BUT_FOR_COUNTS` may return outdated counts of events and members:
 * it does not reread what changes with every event.
 */
export type HowAsked = 'WHOLE' | 'IF_CHANGED' | 'BUT_FOR_COUNTS';

/** Finds an organization with its settings; null if it does not exist (yet). */
export class FindOrganization extends Query<Organization | null> {
  constructor(
    readonly tenant: string,
    readonly asked: HowAsked = 'WHOLE',
  ) {
    super();
  }
}

/** Finds names by guid; unknown guids are missing. The caller has verified that the person may know them. */
export class FindOrganizationNames extends Query<ReadonlyMap<string, string>> {
  constructor(readonly guids: readonly string[]) {
    super();
  }
}

/** Finds which of these organizations demand their own sign-in. The caller has verified that the person may know it. */
export class FindSsoOrganizations extends Query<ReadonlySet<string>> {
  constructor(readonly guids: readonly string[]) {
    super();
  }
}

/** Worksites and groups. */
interface Units {
  readonly worksites: readonly Worksite[];
  readonly groups: readonly ReportingGroup[];
}

/** Maximum number of organizations whose units are cached, and of units in total; a unit takes less than a kilobyte. */
const MAX_ORGANIZATIONS = 1_000;
const MAX_UNITS = 20_000;

interface Known {
  readonly stamp: string;
  readonly unitsMark: string;
  readonly organization: Organization;
}

/** An organization without its units. */
type OwnRow = OrganizationRow &
  Pick<Organization, 'locations' | 'callLists' | 'forms' | 'formsSwitchedOff' | 'billing'> & {
    readonly tenant: string;
    readonly unitsMark: string;
  };

const noProvider: SingleSignOn = { active: null, pending: null };

/** Version token of everything that an organization's result contains. */
const MADE_OF = versionToken([incidentList, memberList, organizationSettings, formList, subscription, callList]);
const HAS_CHANGED = `select ${MADE_OF} as stamp`;

const revisionsOf = (units: unknown): string =>
  `(select count(*) || '/' || coalesce(sum(revision), 0) from ${units} where tenant = $1)`;

/**
 * SQL of an organization without its units, with a token of the units except for their counts: every change of a unit
 * is a revision.
 */
const OWN = `
  o.*, ${activeGeneration(organizationSettings)} || ' ' || ${revisionsOf(worksiteTable)} || ' ' || ${revisionsOf(reportingGroupTable)} as "unitsMark",
  (select coalesce(json_agg(json_build_object('regionGuid', l.region_guid, 'industryGuids', l.industry_guids) order by l.added_at_position), '[]')
   from ${operatingLocationTable} l where l.tenant = $1 and not l.is_removed) as locations,
  (select coalesce(json_agg(json_build_object('formGuid', f.form_guid, 'version', f.version, 'isSensitive', f.is_sensitive, 'endedAt', f.ended_at)), '[]')
   from ${formTable} f where f.tenant = $1 and f.state <> 'REMOVED') as forms,
  (select coalesce(json_agg(json_build_object('code', s.code, 'at', s.at)), '[]') from ${formSwitchTable} s where s.tenant = $1 and not s.is_enabled) as "formsSwitchedOff",
  (select coalesce(json_agg(json_build_object('target', c.target, 'targetGuid', c.target_guid, 'members', c.members, 'revision', c.revision)), '[]')
   from ${callListTable} c where c.tenant = $1) as "callLists",
  (select s.billing from ${subscriptionTable} s where s.tenant = $1) as billing`;

const BUT_UNITS = `select ${OWN} from ${organizationTable} o where o.tenant = $1`;

/**
 * `$2` is the version token of the cached units, which are then not read again. A group's counts include groups
 * archived in its favour, and are computed once for all groups. `json` is written as it is built, at half the cost of
 * `jsonb`.
 */
const SETTINGS = `
  with members_of as materialized (
    -- Read once, not once for each group: a statement that is planned while its tables are empty knows no better.
    select reporting_group_guid, count(*) as members from ${memberTable} where tenant = $1 and not is_removed and reporting_group_guid is not null group by reporting_group_guid
  ), member_count as materialized (
    select g.ends_in_guid, sum(m.members) as members from members_of m join ${reportingGroupTable} g on g.tenant = $1 and g.reporting_group_guid = m.reporting_group_guid
    group by g.ends_in_guid
  ), event_count as materialized (
    select g.ends_in_guid, sum(c.event_count) as events from ${reportingGroupTable} g join ${unitCountTable} c on c.tenant = g.tenant and c.unit_guid = g.reporting_group_guid
    where g.tenant = $1 group by g.ends_in_guid
  )
  select ${OWN}, s.stamp, case when s.stamp = $2 then null else (
    select coalesce(json_agg(json_build_object('guid', w.worksite_guid, 'name', w.name, 'regionGuid', w.region_guid, 'address', w.address,
       'timeZone', w.time_zone, 'emergencyPhone', w.emergency_phone, 'status', w.status, 'eventCount', coalesce(c.event_count, 0), 'revision', w.revision) order by lower(w.name), w.worksite_guid), '[]')
     from ${worksiteTable} w left join ${unitCountTable} c on c.tenant = $1 and c.unit_guid = w.worksite_guid where w.tenant = $1 and w.status <> 'REMOVED') end as worksites,
    case when s.stamp = $2 then null else (select coalesce(json_agg(json_build_object('guid', g.reporting_group_guid, 'name', g.name, 'description', g.description, 'status', g.status,
       'memberCount', coalesce(m.members, 0), 'eventCount', coalesce(c.events, 0), 'reassignedToGuid', nullif(g.ends_in_guid, g.reporting_group_guid), 'revision', g.revision) order by lower(g.name), g.reporting_group_guid), '[]')
     from ${reportingGroupTable} g left join member_count m on m.ends_in_guid = g.reporting_group_guid left join event_count c on c.ends_in_guid = g.reporting_group_guid
     where g.tenant = $1 and g.status <> 'REMOVED') end as groups
  from ${organizationTable} o cross join (select ${MADE_OF} as stamp) s where o.tenant = $1`;

/** Answers `FindOrganization`. */
@QueryHandler(FindOrganization)
export class FindOrganizationHandler implements IQueryHandler<FindOrganization> {
  readonly #known = new LRUCache<string, Known>({
    max: MAX_ORGANIZATIONS,
    maxSize: MAX_UNITS,
    sizeCalculation: ({ organization: { worksites, reportingGroups } }) =>
      1 + worksites.length + reportingGroups.length,
  });

  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, asked }: FindOrganization): Promise<Organization | null> {
    const known = this.#known.get(tenant);
    if (asked === 'IF_CHANGED' && known) {
      const [now] = await this.reader.ask<{ stamp: string | null }>(tenant, {
        name: 'organization stamp',
        text: HAS_CHANGED,
        values: [tenant],
      });
      if (now!.stamp === known.stamp) return known.organization;
    }
    if (asked === 'BUT_FOR_COUNTS' && known) {
      const [now] = await this.reader.ask<OwnRow>(tenant, {
        name: 'organization but its units',
        text: BUT_UNITS,
        values: [tenant],
      });
      if (!now) return null;
      if (now.unitsMark === known.unitsMark) return organizationOf(now, unitsOf(known.organization));
    }
    const [row] = await this.reader.ask<
      OwnRow & { stamp: string | null; worksites: Units['worksites'] | null; groups: Units['groups'] | null }
    >(tenant, { name: 'organization settings', text: SETTINGS, values: [tenant, known?.stamp ?? null] });
    if (!row) return null;
    const organization = organizationOf(row, unitsIn(row) ?? unitsOf(known!.organization));
    if (row.stamp !== null) this.#known.set(tenant, { stamp: row.stamp, unitsMark: row.unitsMark, organization });
    return organization;
  }
}

/** Frozen, since several results share it. */
function organizationOf(row: OwnRow, { worksites, groups }: Units): Organization {
  const organization: Organization = {
    guid: row.tenant,
    name: row.name,
    username: row.username,
    sizeRange: row.size_range,
    timeZone: row.time_zone,
    onboardingStatus: row.onboarding_status,
    createdDate: localDateTime(new Date(row.created_at), row.time_zone).date,
    modules: modules.map((code) => ({ code, isEnabled: row.modules.includes(code) })),
    customerConfig: customerConfigCodes.map((code) => ({
      code,
      isEnabled: row.customer_config[code] ?? customerConfigDefaults[code],
    })),
    externalSystems: [...row.external_systems],
    subscription: row.subscription,
    billing: row.billing,
    billingSwitchedOnAt: row.billing_switched_on_at === null ? null : new Date(row.billing_switched_on_at),
    singleSignOn: row.single_sign_on ?? noProvider,
    callLists: row.callLists,
    forms: row.forms,
    formsSwitchedOff: row.formsSwitchedOff,
    locations: row.locations,
    worksites,
    reportingGroups: groups,
    revision: row.revision,
  };
  for (const part of Object.values(organization)) if (Array.isArray(part)) Object.freeze(part);
  return Object.freeze(organization);
}

const unitsOf = ({ worksites, reportingGroups }: Organization): Units => ({ worksites, groups: reportingGroups });

/** Returns the units of a row; undefined if the cached ones are still valid. */
function unitsIn({
  worksites,
  groups,
}: {
  readonly worksites: Units['worksites'] | null;
  readonly groups: Units['groups'] | null;
}): Units | undefined {
  if (!worksites || !groups) return undefined;
  for (const unit of [...worksites, ...groups]) Object.freeze(unit);
  return { worksites, groups };
}

/** Answers `FindOrganizationNames`. */
@QueryHandler(FindOrganizationNames)
export class FindOrganizationNamesHandler implements IQueryHandler<FindOrganizationNames> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ guids }: FindOrganizationNames): Promise<ReadonlyMap<string, string>> {
    const found = await this.reader.askEach<{ guid: string; name: string }>(
      guids,
      'organization names',
      `select jsonb_build_object('guid', o.tenant, 'name', o.name) from ${organizationTable} o where o.tenant = current_tenant()`,
    );
    return new Map(found.map(({ guid, name }) => [guid, name]));
  }
}

/** Answers `FindSsoOrganizations`. */
@QueryHandler(FindSsoOrganizations)
export class FindSsoOrganizationsHandler implements IQueryHandler<FindSsoOrganizations> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ guids }: FindSsoOrganizations): Promise<ReadonlySet<string>> {
    const found = await this.reader.askEach<{ guid: string }>(
      guids,
      'organizations with single sign-on',
      `select jsonb_build_object('guid', o.tenant) from ${organizationTable} o where o.tenant = current_tenant() and o.single_sign_on -> 'active' <> 'null'::jsonb`,
    );
    return new Set(found.map(({ guid }) => guid));
  }
}

/** Finds the guids of a member's industries. */
export class FindMemberIndustries extends Query<readonly string[]> {
  constructor(
    readonly tenant: string,
    readonly userGuid: string,
  ) {
    super();
  }
}

/** Answers `FindMemberIndustries`. */
@QueryHandler(FindMemberIndustries)
export class FindMemberIndustriesHandler implements IQueryHandler<FindMemberIndustries> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, userGuid }: FindMemberIndustries): Promise<readonly string[]> {
    const [row] = await this.reader.ask<{ guids: string[] }>(tenant, {
      name: 'member industries',
      text: `select to_jsonb(industry_guids) as guids from ${memberIndustriesTable} where tenant = $1 and user_guid = $2`,
      values: [tenant, userGuid],
    });
    return row?.guids ?? [];
  }
}
