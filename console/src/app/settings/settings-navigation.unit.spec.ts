import type { CustomerConfigCode, Module } from '@plimsoll/contracts/organizations/features';
import type { BillingStatus } from '@plimsoll/contracts/organizations/subscription';
import { allPermissions, type Permission } from '@plimsoll/contracts/permissions/permissions';
import { settingsFor } from './settings-navigation.ts';

const labels = (
  permissions: ReadonlySet<Permission>,
  modules: readonly Module[],
  features: readonly CustomerConfigCode[] = [],
) =>
  settingsFor({ permissions, modules: new Set(modules), features: new Set(features) }).flatMap(({ links }) =>
    links.map(({ label }) => label),
  );

test('users with all permissions see each page, in the order of the specification', () => {
  expect(
    labels(
      allPermissions,
      ['events', 'reportedEvents', 'manageRegionsAndIndustries'],
      ['REPORTING_GROUPS', 'WORKSITES'],
    ),
  ).toEqual([
    'Your Settings',
    'Notifications',
    'Organization Settings',
    'Locations and Industries',
    'Reporting Groups',
    'Reporting Metrics',
    'Worksites',
    'Alarms & Call Lists',
    'Integrations',
    'Roles',
    'Staff Access',
  ]);
});

test.each<[string, Permission[], Module[], string[]]>([
  ['the parent needs both rights', ['UPDATE_ORGANIZATION'], [], ['Your Settings', 'Integrations', 'Staff Access']],
  ['locations need their module', ['UPDATE_ORGANIZATION_INDUSTRIES_AND_ROLES'], [], ['Your Settings']],
  [
    'and their right alone',
    ['UPDATE_ORGANIZATION_INDUSTRIES_AND_ROLES'],
    ['manageRegionsAndIndustries'],
    ['Your Settings', 'Locations and Industries'],
  ],
  ['notifications need their module, and no right', [], ['reportedEvents'], ['Your Settings', 'Notifications']],
  [
    'worksites and groups need their feature',
    ['MANAGE_WORKSITE_LOCATIONS', 'MANAGE_REPORTING_GROUPS'],
    [],
    ['Your Settings'],
  ],
  ['call lists need the events', ['MANAGE_WORKSITE_LOCATIONS'], [], ['Your Settings']],
  ['and any right to change one', ['MANAGE_REPORTING_GROUPS'], ['events'], ['Your Settings', 'Alarms & Call Lists']],
  ['hours need their right', ['VIEW_AND_SET_MONTHLY_METRICS'], [], ['Your Settings', 'Reporting Metrics']],
])('%s', (_, permissions, modules, expected) => {
  expect(labels(new Set(permissions), modules)).toEqual(expected);
});

test('payment pages are shown to users who manage the subscription, if billing is enabled', () => {
  const billingStatus = {
    subscriptionStatus: 'CHOOSE_PRODUCT',
    planName: null,
    freeTrialRemainingDays: null,
    nextBillingDate: null,
    accessUntil: null,
    isWalled: false,
    showsTrialBanner: false,
  } as const;
  const found = (
    permissions: ReadonlySet<Permission>,
    status: Partial<BillingStatus>,
    features: readonly CustomerConfigCode[] = ['BILLING'],
  ) =>
    settingsFor({
      permissions,
      modules: new Set(),
      features: new Set(features),
      organization: { isAdmin: false, billingStatus: { ...billingStatus, ...status } },
    }).flatMap(({ title, links }) => (title === 'Payment' ? links.map(({ label }) => label) : []));
  const billing = new Set<Permission>(['VIEW_AND_MANAGE_BILLING_SUBSCRIPTION']);
  expect(found(billing, {})).toEqual(['Payment Details', 'Choose Payment Plan']);
  expect(found(billing, { planName: 'Essentials' })).toEqual(['Payment Details', 'Switch Payment Plan']);
  expect(found(billing, { subscriptionStatus: 'UNKNOWN' })).toEqual([]);
  expect(found(new Set(), {})).toEqual([]);
  expect(found(billing, {}, [])).toEqual([]);
});

test('audit pages are shown to admins only', () => {
  const found = (isAdmin: boolean) =>
    settingsFor({ permissions: new Set(), modules: new Set(), features: new Set(), organization: { isAdmin } }).flatMap(
      ({ links }) => links.map(({ label }) => label),
    );
  expect(found(true)).toEqual(['Your Settings', 'Auditors', 'Audit', 'Privacy', 'Sign-in']);
  expect(found(false)).toEqual(['Your Settings']);
});

test('users without an organization see only their own settings', () => {
  expect(settingsFor(null).flatMap(({ links }) => links.map(({ label }) => label))).toEqual(['Your Settings']);
});
