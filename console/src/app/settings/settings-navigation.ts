import {
  IconBell,
  IconBellRinging,
  IconBuildingCog,
  IconBuildingWarehouse,
  IconClockHour4,
  IconCreditCard,
  IconEyeSearch,
  IconFingerprint,
  IconKey,
  IconMapPin,
  IconPackageExport,
  IconPlugConnected,
  IconUserCog,
  IconUserQuestion,
  IconUsersGroup,
  IconUserShield,
  type Icon,
} from '@tabler/icons-react';
import { OPERATORS_FLAG } from '@plimsoll/contracts/organizations/features';
import { alarmsPaths } from '../../features/alarms/paths.ts';
import { auditPaths } from '../../features/audit/paths.ts';
import { auditorPaths } from '../../features/auditors/paths.ts';
import { billingPaths } from '../../features/billing/paths.ts';
import { integrationPaths } from '../../features/integration/paths.ts';
import { membersPaths } from '../../features/members/paths.ts';
import { metricsPaths } from '../../features/metrics/paths.ts';
import { notificationsPaths } from '../../features/notifications/paths.ts';
import { organizationsPaths } from '../../features/organizations/paths.ts';
import { privacyPaths } from '../../features/privacy/paths.ts';
import { seesCallLists } from '../../features/routing/public/call-list-permissions.ts';
import { singleSignOnPaths } from '../../features/single-sign-on/paths.ts';
import { staffPaths } from '../../features/staff/paths.ts';
import { unitsPaths } from '../../features/units/paths.ts';
import { paths } from '../../lib/url/paths.ts';
import type { Started } from '../../lib/session/startup.ts';

/** Key of a settings page, for the additional search terms of the palette. */
export type SettingsKey =
  | 'personal'
  | 'notifications'
  | 'organization'
  | 'locations'
  | 'reportingGroups'
  | 'reportingMetrics'
  | 'worksites'
  | 'alarms'
  | 'integrations'
  | 'auditors'
  | 'audit'
  | 'privacy'
  | 'roles'
  | 'signIn'
  | 'staffAccess'
  | 'payment'
  | 'plan';

export interface SettingsLink {
  key: SettingsKey;
  label: string;
  /** What the page contains. */
  hint: string;
  icon: Icon;
  to: string;
}

export interface SettingsGroup {
  title: string;
  links: readonly SettingsLink[];
}

/** Properties of the organization that decide which settings are shown. */
export type SettingsOrganization = Pick<Started['organization'], 'isAdmin'> &
  Partial<Pick<Started['organization'], 'billingStatus'>>;

const own: SettingsGroup = {
  title: 'You',
  links: [
    {
      key: 'personal',
      label: 'Your Settings',
      hint: 'Name, addresses, password, two-step sign-in',
      icon: IconUserCog,
      to: paths.personalSettings(),
    },
  ],
};

const reportingMetrics: SettingsLink = {
  key: 'reportingMetrics',
  label: 'Reporting Metrics',
  hint: 'Hours and kilometres by month',
  icon: IconClockHour4,
  to: metricsPaths.reportingMetrics(),
};
const notifications: SettingsLink = {
  key: 'notifications',
  label: 'Notifications',
  hint: 'Which mails you get',
  icon: IconBell,
  to: notificationsPaths.notifications(),
};
const organization: SettingsLink = {
  key: 'organization',
  label: 'Organization Settings',
  hint: 'Name, ID, logo, modules, external systems',
  icon: IconBuildingCog,
  to: organizationsPaths.organization(),
};
const locations: SettingsLink = {
  key: 'locations',
  label: 'Locations and Industries',
  hint: 'Where you operate, and what you do there',
  icon: IconMapPin,
  to: organizationsPaths.codes(),
};
const staffAccess: SettingsLink = {
  key: 'staffAccess',
  label: 'Staff Access',
  hint: 'When Plimsoll’s staff looked, and at what',
  icon: IconEyeSearch,
  to: staffPaths.staffAccess(),
};
const reportingGroups: SettingsLink = {
  key: 'reportingGroups',
  label: 'Reporting Groups',
  hint: 'Crews and departments that events are reported in',
  icon: IconUsersGroup,
  to: unitsPaths.reportingGroups(),
};
const worksites: SettingsLink = {
  key: 'worksites',
  label: 'Worksites',
  hint: 'Places where your people work',
  icon: IconBuildingWarehouse,
  to: unitsPaths.worksites(),
};
const alarms: SettingsLink = {
  key: 'alarms',
  label: 'Alarms & Call Lists',
  hint: 'What raises an alarm, and who is alerted and asked first',
  icon: IconBellRinging,
  to: alarmsPaths.settings(),
};
const integrations: SettingsLink = {
  key: 'integrations',
  label: 'Integrations',
  hint: 'API keys, webhooks and Kafka for other systems',
  icon: IconPlugConnected,
  to: integrationPaths.integrations(),
};
const auditors: SettingsLink = {
  key: 'auditors',
  label: 'Auditors',
  hint: 'Who from outside may read which events, and until when',
  icon: IconUserQuestion,
  to: auditorPaths.auditors(),
};
const audit: SettingsLink = {
  key: 'audit',
  label: 'Audit',
  hint: 'Bundles to verify without us, change log and access log',
  icon: IconPackageExport,
  to: auditPaths.bundles(),
};
const privacy: SettingsLink = {
  key: 'privacy',
  label: 'Privacy',
  hint: 'What is kept of people, erasures and legal holds',
  icon: IconFingerprint,
  to: privacyPaths.privacy(),
};
const roles: SettingsLink = {
  key: 'roles',
  label: 'Roles',
  hint: 'What managers and standard members may do',
  icon: IconUserShield,
  to: membersPaths.roles(),
};
const signIn: SettingsLink = {
  key: 'signIn',
  label: 'Sign-in',
  hint: 'Single sign-on and domains',
  icon: IconKey,
  to: singleSignOnPaths.signIn(),
};
const payment: SettingsLink = {
  key: 'payment',
  label: 'Payment Details',
  hint: 'Your plan, and where you stand with it',
  icon: IconCreditCard,
  to: billingPaths.payment(),
};
const plan = {
  key: 'plan' as const,
  hint: 'What is sold, and at which price',
  icon: IconCreditCard,
  to: billingPaths.choosePlan(),
};

/**
 * Settings that the user may open, in the order of the specification; without an organization, only personal settings.
 * Pages that do not exist yet and empty groups are omitted.
 */
export function settingsFor(
  started: (Pick<Started, 'permissions' | 'modules' | 'features'> & { organization?: SettingsOrganization }) | null,
): readonly SettingsGroup[] {
  const { permissions, modules, features } = started ?? {
    permissions: new Set(),
    modules: new Set(),
    features: new Set(),
  };
  const [mayChange, mayLocate] = [
    permissions.has('UPDATE_ORGANIZATION'),
    permissions.has('UPDATE_ORGANIZATION_INDUSTRIES_AND_ROLES'),
  ];
  const shown = (isShown: boolean, link: SettingsLink) => (isShown ? [link] : []);
  const ofOrganization = [
    ...shown(mayChange && mayLocate, organization),
    ...shown(mayLocate && modules.has('manageRegionsAndIndustries'), locations),
    ...shown(permissions.has('MANAGE_REPORTING_GROUPS') && features.has('REPORTING_GROUPS'), reportingGroups),
    ...shown(permissions.has('VIEW_AND_SET_MONTHLY_METRICS'), reportingMetrics),
    ...shown(permissions.has('MANAGE_WORKSITE_LOCATIONS') && features.has('WORKSITES'), worksites),
    ...shown(modules.has('events') && seesCallLists(permissions), alarms),
    ...shown(mayChange, integrations),
    ...shown(started?.organization?.isAdmin === true, auditors),
    ...shown(started?.organization?.isAdmin === true, audit),
    ...shown(started?.organization?.isAdmin === true, privacy),
    ...shown(permissions.has('UPDATE_ORGANIZATION_MEMBER_ROLES'), roles),
    ...shown(started?.organization?.isAdmin === true, signIn),
    ...shown(mayChange, staffAccess),
  ];
  const billing = started?.organization?.billingStatus;
  const paid = shown(
    permissions.has('VIEW_AND_MANAGE_BILLING_SUBSCRIPTION') &&
      features.has(OPERATORS_FLAG) &&
      billing !== undefined &&
      billing.subscriptionStatus !== 'UNKNOWN',
    payment,
  );
  const plans =
    paid.length > 0 ? [{ ...plan, label: billing?.planName ? 'Switch Payment Plan' : 'Choose Payment Plan' }] : [];
  return [
    { ...own, links: [...own.links, ...shown(modules.has('reportedEvents'), notifications)] },
    { title: 'Organization Settings', links: ofOrganization },
    { title: 'Payment', links: [...paid, ...plans] },
  ].filter(({ links }) => links.length > 0);
}
