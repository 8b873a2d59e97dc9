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
import { LRUCache } from 'lru-cache';
import { ReadModelReader } from '../../platform/read-model-reader.ts';
import { activeGeneration } from '../../runner/tables/table.ts';
import { versionToken } from '../../platform/version-token.ts';
import { formList, formSwitchTable, formTable } from '../../forms/form-list/project.ts';
import { incidentList, unitCountTable } from '../../incidents/incident-list/project.ts';
import { memberList, memberTable } from '../../members/member-list/project.ts';
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
  /** Where it stands with its subscription, as an operator has said it. */
  readonly subscription: Subscription | null;
  /** What its billing has come to; null before that is opened. */
  readonly billing: BillingState | null;
  /** When BILLING was last switched on; null where it always was, or is off. */
  readonly billingSwitchedOnAt: Date | null;
  readonly singleSignOn: SingleSignOn;
  /** Where it operates; the oldest first. */
  readonly locations: { regionGuid: string; industryGuids: string[] }[];
  /** Those that are offered and the archived ones, by name. */
  readonly worksites: readonly Worksite[];
  readonly reportingGroups: readonly ReportingGroup[];
  /** Forms of its own and hidden ones, as far as it hangs on them whether one may report by them: asked for with the rest, so that a report costs no question more. */
  readonly forms: { formGuid: string; version: number; isSensitive: boolean; endedAt: string | null }[];
  /** Features that forms hang on, and since when they are off. */
  readonly formsSwitchedOff: { code: CustomerConfigCode; at: string }[];
  /** Of its own stream. */
  readonly revision: number;
}

/**
 * How an organization is asked for. Whoever asks often for one that seldom changes has it asked first whether it did (`IF_CHANGED`):
 * that takes a second question when it has. Whoever needs none of the counts of events and members is answered `BUT_FOR_COUNTS`, and
 * these may be of any time: what comes with every event is not asked for.
 */
export type HowAsked = 'WHOLE' | 'IF_CHANGED' | 'BUT_FOR_COUNTS';

/** An organization with its settings; null when it is not there (yet). */
export class FindOrganization extends Query<Organization | null> {
  constructor(
    readonly tenant: string,
    readonly asked: HowAsked = 'WHOLE',
  ) {
    super();
  }
}

/** Names by guid, of those that are there. The caller has made sure that the person may know them. */
export class FindOrganizationNames extends Query<ReadonlyMap<string, string>> {
  constructor(readonly guids: readonly string[]) {
    super();
  }
}

/** Places to work, and groups. */
interface Units {
  readonly worksites: readonly Worksite[];
  readonly groups: readonly ReportingGroup[];
}

/** Whose units are kept between two questions, and how many units in all; a unit takes less than a kilobyte. */
const MAX_ORGANIZATIONS = 1_000;
const MAX_UNITS = 20_000;

interface Known {
  readonly stamp: string;
  readonly unitsMark: string;
  readonly organization: Organization;
}

/** An organization but for its units. */
type OwnRow = OrganizationRow &
  Pick<Organization, 'locations' | 'forms' | 'formsSwitchedOff' | 'billing'> & {
    readonly tenant: string;
    readonly unitsMark: string;
  };

const noProvider: SingleSignOn = { active: null, pending: null };

/** All that an organization's answer is made of. */
const MADE_OF = versionToken([incidentList, memberList, organizationSettings, formList, subscription]);
const HAS_CHANGED = `select ${MADE_OF} as stamp`;

const revisionsOf = (units: unknown): string =>
  `(select count(*) || '/' || coalesce(sum(revision), 0) from ${units} where tenant = $1)`;

/** All of an organization but its units, and by what it is seen that these are as they were, but for their counts: whatever is said of a unit is a revision of it. */
const OWN = `
  o.*, ${activeGeneration(organizationSettings)} || ' ' || ${revisionsOf(worksiteTable)} || ' ' || ${revisionsOf(reportingGroupTable)} as "unitsMark",
  (select coalesce(json_agg(json_build_object('regionGuid', l.region_guid, 'industryGuids', l.industry_guids) order by l.added_at_position), '[]')
   from ${operatingLocationTable} l where l.tenant = $1 and not l.is_removed) as locations,
  (select coalesce(json_agg(json_build_object('formGuid', f.form_guid, 'version', f.version, 'isSensitive', f.is_sensitive, 'endedAt', f.ended_at)), '[]')
   from ${formTable} f where f.tenant = $1 and f.state <> 'REMOVED') as forms,
  (select coalesce(json_agg(json_build_object('code', s.code, 'at', s.at)), '[]') from ${formSwitchTable} s where s.tenant = $1 and not s.is_enabled) as "formsSwitchedOff",
  (select s.billing from ${subscriptionTable} s where s.tenant = $1) as billing`;

const BUT_UNITS = `select ${OWN} from ${organizationTable} o where o.tenant = $1`;

/** `$2` is the stamp of those units that are known: they are not made anew. What a group has: what names it, and whatever names a group that was archived in its favour. Counted once for all groups. `json`, which is written as it is built, takes half of what `jsonb` does. */
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

/** Frozen: several answers share it. */
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

/** Those that the answer holds; undefined where it says that the kept ones are good. */
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

/** The industries that a member works in, by their guids. */
export class FindMemberIndustries extends Query<readonly string[]> {
  constructor(
    readonly tenant: string,
    readonly userGuid: string,
  ) {
    super();
  }
}

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
