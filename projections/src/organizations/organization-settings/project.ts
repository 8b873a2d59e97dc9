import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import {
  OPERATORS_FLAG,
  type CustomerConfigCode,
  type Module,
  type OnboardingStatus,
  type SizeRange,
} from '@plimsoll/contracts/organizations/features';
import type { ExternalSystem } from '@plimsoll/contracts/organizations/organization-fields';
import type { ssoProviderSet } from '@plimsoll/contracts/single-sign-on/sso-events';
import type { SubscriptionStatus } from '@plimsoll/contracts/organizations/subscription';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { each, foldStream } from '../../runner/follow/fold-stream.ts';
import { defineReadModel, type Recorded, type Rows } from '../../runner/tables/read-model.ts';
import { of, table, type RowOf } from '../../runner/tables/table.ts';

/** An organization's subscription as last set by an operator. */
export interface Subscription {
  readonly status: SubscriptionStatus;
  readonly freeTrialRemainingDays: number | null;
  readonly planName: string | null;
  readonly nextBillingDate: string | null;
  /** Start of the trial's days. */
  readonly saidAt: string;
}

/** An identity provider as configured, replacing the previous one. */
export type Provider = EventOf<typeof ssoProviderSet>['data'];

/** The active sign-in provider, and one that was configured since. */
export interface SingleSignOn {
  readonly active: Provider | null;
  readonly pending: Provider | null;
}

/** One row per tenant, so the key needs no further column. */
export const organizationTable = table('organization', {
  key: [],
  columns: {
    name: 'text',
    username: 'text?',
    time_zone: 'text',
    size_range: of<SizeRange>('text'),
    onboarding_status: of<OnboardingStatus>('text'),
    created_at: 'timestamptz',
    modules: of<readonly Module[]>('text[]'),
    customer_config: of<Partial<Record<CustomerConfigCode, boolean>>>('jsonb'),
    external_systems: of<readonly ExternalSystem[]>('jsonb'),
    subscription: of<Subscription | null>('jsonb?'),
    single_sign_on: of<SingleSignOn | null>('jsonb?'),
    billing_switched_on_at: 'timestamptz?',
    revision: 'integer',
  },
  comments: {
    customer_config: 'what was changed; the rest is as shipped',
    billing_switched_on_at: 'when BILLING last was; null where it always was on, or is off',
  },
});
export type OrganizationRow = RowOf<typeof organizationTable>;

/** Removed units stay, since events refer to them, but cannot be chosen. */
type UnitStatus = 'ACTIVE' | 'ARCHIVED' | 'REMOVED';

export const worksiteTable = table('worksite', {
  key: ['worksite_guid'],
  columns: {
    worksite_guid: 'uuid',
    name: 'text',
    region_guid: 'uuid?',
    address: 'text?',
    time_zone: 'text?',
    emergency_phone: 'text?',
    status: of<UnitStatus>('text'),
    revision: 'integer',
  },
});

export const reportingGroupTable = table('reporting_group', {
  key: ['reporting_group_guid'],
  columns: {
    reporting_group_guid: 'uuid',
    name: 'text',
    description: 'text?',
    status: of<UnitStatus>('text'),
    ends_in_guid: 'uuid',
    revision: 'integer',
  },
  comments: {
    ends_in_guid:
      'the group that its guid means by now, wherever it stands: itself, until it is archived in favour of another',
  },
  // A person's memberships in all their organizations say which groups they are in.
  policies: { named_tenants: 'for select to plimsoll_app using (tenant = any ((select named_tenants())::uuid[]))' },
});
export type ReportingGroupRow = RowOf<typeof reportingGroupTable>;

/** SQL of the group that a column's guid refers to now. */
export const resolveReportingGroup = (column: string, tenant = '$1'): string =>
  `coalesce((select meant.ends_in_guid from ${reportingGroupTable} meant where meant.tenant = ${tenant} and meant.reporting_group_guid = ${column}), ${column})`;

/** SQL array of these guids and all that refer to the same groups. */
export const equivalentReportingGroups = (guids: string, tenant: string): string => `array(
  select unnest(${guids})
  union select g.reporting_group_guid from ${reportingGroupTable} asked join ${reportingGroupTable} g on g.tenant = asked.tenant and g.ends_in_guid = asked.ends_in_guid
  where asked.tenant = ${tenant} and asked.reporting_group_guid = any (${guids}))`;

export const operatingLocationTable = table('operating_location', {
  comment: 'The oldest is the primary one.',
  key: ['region_guid'],
  columns: { region_guid: 'uuid', industry_guids: 'uuid[]', added_at_position: 'bigint', is_removed: 'boolean' },
});

export const memberIndustriesTable = table('member_industries', {
  key: ['user_guid'],
  columns: { user_guid: 'uuid', industry_guids: 'uuid[]' },
});

const organizationFold = foldStream(organizationTable, {
  key: () => [],
  begin: {
    OrganizationCreated: ({
      data: { name, username, timeZone, sizeRange, onboardingStatus, modules },
      metadata,
      revision,
    }) => ({
      name,
      username,
      time_zone: timeZone,
      size_range: sizeRange,
      onboarding_status: onboardingStatus,
      created_at: metadata.at,
      modules,
      customer_config: {},
      external_systems: [],
      subscription: null,
      single_sign_on: null,
      billing_switched_on_at: null,
      revision,
    }),
  },
  always: (organization, { revision }) => void (organization.revision = revision),
  evolve: {
    OrganizationRenamed: (organization, { data: { name } }) => void (organization.name = name),
    OrganizationIdChanged: (organization, { data: { username } }) => void (organization.username = username),
    OrganizationSizeChanged: (organization, { data: { sizeRange } }) => void (organization.size_range = sizeRange),
    OrganizationTimeZoneChanged: (organization, { data: { timeZone } }) => void (organization.time_zone = timeZone),
    OrganizationOnboarded: (organization) => void (organization.onboarding_status = 'ONBOARDED'),
    ExternalSystemsChanged: (organization, { data: { systems } }) => void (organization.external_systems = systems),
    SubscriptionStatusSet: (organization, { data, metadata }) =>
      void (organization.subscription = { ...data, saidAt: metadata.at }),
    SsoProviderSet: (organization, { data }) =>
      void (organization.single_sign_on = { active: organization.single_sign_on?.active ?? null, pending: data }),
    SsoActivated: (organization) =>
      void (organization.single_sign_on = { active: organization.single_sign_on?.pending ?? null, pending: null }),
    SsoDeactivated: (organization) =>
      void (organization.single_sign_on = {
        active: null,
        pending: organization.single_sign_on?.pending ?? organization.single_sign_on?.active ?? null,
      }),
    ...each(
      [
        'LocationAdded',
        'LocationChanged',
        'LocationRemoved',
        'RegionSuggested',
        'OrganizationLogoChanged',
        'OrganizationLogoRemoved',
      ],
      () => undefined,
    ),
    OrganizationModuleSwitched(organization, { data: { module, isEnabled } }) {
      const others = organization.modules.filter((other) => other !== module);
      organization.modules = isEnabled ? [...others, module] : others;
    },
    CustomerConfigChanged(organization, { data: { code, isEnabled }, metadata }) {
      organization.customer_config = { ...organization.customer_config, [code]: isEnabled };
      if (code === OPERATORS_FLAG) organization.billing_switched_on_at = isEnabled ? metadata.at : null;
    },
  },
});

const operatingLocationFold = foldStream(operatingLocationTable, {
  key: ({ data }: RecordedEvent) => [(data as { regionGuid: string }).regionGuid],
  begin: {
    LocationAdded: ({ data: { regionGuid, industryGuids }, position }) => ({
      region_guid: regionGuid,
      industry_guids: industryGuids,
      added_at_position: position,
      is_removed: false,
    }),
  },
  evolve: {
    LocationChanged: (location, { data: { industryGuids } }) => void (location.industry_guids = industryGuids),
    LocationRemoved: (location) => void (location.is_removed = true),
  },
});

const worksiteFold = foldStream(worksiteTable, {
  begin: {
    WorksiteCreated: ({ data: { worksiteGuid, name, regionGuid, address, timeZone, emergencyPhone }, revision }) => ({
      worksite_guid: worksiteGuid,
      name,
      region_guid: regionGuid,
      address,
      time_zone: timeZone,
      emergency_phone: emergencyPhone,
      status: 'ACTIVE' as const,
      revision,
    }),
  },
  always: (worksite, { revision }) => void (worksite.revision = revision),
  evolve: {
    WorksiteRenamed: (worksite, { data: { name } }) => void (worksite.name = name),
    WorksiteDetailsChanged: (worksite, { data: { regionGuid, address, timeZone, emergencyPhone } }) =>
      void Object.assign(worksite, {
        region_guid: regionGuid,
        address,
        time_zone: timeZone,
        emergency_phone: emergencyPhone,
      }),
    WorksiteArchived: (worksite) => void (worksite.status = 'ARCHIVED'),
    WorksiteRemoved: (worksite) => void (worksite.status = 'REMOVED'),
  },
});

/** Changes a group's row. A group that was never created is an error and parks its stream. */
function changeGroup(rows: Rows, { type, stream, revision }: RecordedEvent, change: Partial<ReportingGroupRow>): void {
  const group = rows.get(reportingGroupTable, stream.guid);
  if (!group) throw new Error(`${type} of ${stream.guid}, which never began`);
  rows.put(reportingGroupTable, { ...group, ...change, revision });
}

/** Redirects references from an archived group to its replacement. */
function archiveGroup(rows: Rows, event: Recorded<'ReportingGroupArchived'>): void {
  const {
    stream,
    data: { reassignedToGuid },
  } = event;
  changeGroup(rows, event, { status: 'ARCHIVED' });
  if (reassignedToGuid === null) return;
  // If the target was archived first, it already refers to another group.
  const end = rows.get(reportingGroupTable, reassignedToGuid)?.ends_in_guid ?? reassignedToGuid;
  for (const group of rows.all(reportingGroupTable))
    if (group.ends_in_guid === stream.guid) rows.put(reportingGroupTable, { ...group, ends_in_guid: end });
}

/**
 * The settings of an organization: names, features, locations, worksites and reporting groups. Groups affect each
 * other, so all are loaded: there are few.
 */
export const organizationSettings = defineReadModel({
  name: 'organization-settings',
  version: 4,
  tables: [organizationTable, worksiteTable, reportingGroupTable, operatingLocationTable, memberIndustriesTable],
  priority: 'authorization',
  folds: [organizationFold, operatingLocationFold, worksiteFold],
  reads: [reportingGroupTable],
  on: {
    MemberIndustriesChanged: ({ data: { userGuid, industryGuids } }, rows) =>
      rows.put(memberIndustriesTable, { user_guid: userGuid, industry_guids: industryGuids }),
    MemberRemoved: ({ data: { userGuid } }, rows) => rows.remove(memberIndustriesTable, userGuid),
    ReportingGroupCreated: ({ revision, data: { reportingGroupGuid, name, description } }, rows) =>
      rows.put(reportingGroupTable, {
        reporting_group_guid: reportingGroupGuid,
        name,
        description,
        status: 'ACTIVE',
        ends_in_guid: reportingGroupGuid,
        revision,
      }),
    ReportingGroupRenamed: (event, rows) => changeGroup(rows, event, { name: event.data.name }),
    ReportingGroupDescriptionChanged: (event, rows) =>
      changeGroup(rows, event, { description: event.data.description }),
    ReportingGroupArchived: (event, rows) => archiveGroup(rows, event),
    ReportingGroupRemoved: (event, rows) => changeGroup(rows, event, { status: 'REMOVED' }),
  },
});
