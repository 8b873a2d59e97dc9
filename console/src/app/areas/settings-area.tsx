import { redirect, type RouteObject } from 'react-router';
import { auditPattern } from '../../features/audit/paths.ts';
import { pattern } from '../../lib/url/paths.ts';
import { paymentPattern } from '../../features/billing/payment-paths.ts';
import { settingsPaths, settingsPattern } from '../../lib/url/settings-paths.ts';
import { AdminGate } from '../admin-gate.tsx';
import type { RouteHandle } from '../Frame.tsx';
import { featureGate } from '../gates.tsx';
import { permissionGate } from '../permission-gate.tsx';
import { BillingGate } from '../settings/BillingGate.tsx';
import { MetricsGate } from '../settings/MetricsGate.tsx';
import { SettingsFrame } from '../settings/SettingsFrame.tsx';
import { screensOf, type Screens } from './screen.ts';

const screen = screensOf(
  import.meta.glob([
    '../../features/audit/pages/bundles.route.tsx',
    '../../features/auditors/pages/auditors.route.tsx',
    '../../features/billing/pages/{choose-plan,payment,switch-plan}.route.tsx',
    '../../features/identity/pages/personal-settings.route.tsx',
    '../../features/integration/pages/*.route.tsx',
    '../../features/members/pages/roles.route.tsx',
    '../../features/metrics/pages/monthly-metrics.route.tsx',
    '../../features/notifications/pages/notification-settings.route.tsx',
    '../../features/organizations/pages/{location-industries,location-new,locations,organization-settings}.route.tsx',
    '../../features/privacy/pages/*.route.tsx',
    '../../features/single-sign-on/pages/sso-settings.route.tsx',
    '../../features/staff/pages/staff-access.route.tsx',
    '../../features/units/pages/*.route.tsx',
  ]) as Screens,
);

const GroupsGate = permissionGate('MANAGE_REPORTING_GROUPS');
const WorksitesGate = permissionGate('MANAGE_WORKSITE_LOCATIONS');
const RolesGate = permissionGate('UPDATE_ORGANIZATION_MEMBER_ROLES');

/** /settings and all below it. */
export const routes: RouteObject[] = [
  {
    path: pattern.settings,
    Component: SettingsFrame,
    handle: { screen: 'settings' } satisfies RouteHandle,
    children: [
      screen(pattern.personalSettings, 'identity/personal-settings'),
      screen(settingsPattern.notifications, 'notifications/notification-settings'),
      {
        Component: permissionGate('UPDATE_ORGANIZATION'),
        children: [
          screen(settingsPattern.organization, 'organizations/organization-settings'),
          screen(settingsPattern.staffAccess, 'staff/staff-access'),
        ],
      },
      screen(settingsPattern.codes, 'organizations/locations'),
      {
        Component: permissionGate('UPDATE_ORGANIZATION_INDUSTRIES_AND_ROLES'),
        children: [
          screen(settingsPattern.addLocation, 'organizations/location-new'),
          screen(settingsPattern.editCodes, 'organizations/location-industries'),
        ],
      },
      screen(settingsPattern.signIn, 'single-sign-on/sso-settings'),
      {
        Component: MetricsGate,
        children: [
          screen(settingsPattern.reportingMetrics, 'metrics/monthly-metrics'),
          screen(settingsPattern.reportingMonth, 'metrics/monthly-metrics'),
        ],
      },
      {
        Component: featureGate('REPORTING_GROUPS'),
        children: [
          {
            Component: GroupsGate,
            children: [
              screen(settingsPattern.reportingGroups, 'units/reporting-groups'),
              screen(settingsPattern.archivedReportingGroups, 'units/reporting-groups'),
              screen(settingsPattern.reportingGroup, 'units/reporting-group'),
            ],
          },
        ],
      },
      {
        Component: featureGate('WORKSITES'),
        children: [
          {
            Component: WorksitesGate,
            children: [
              screen(settingsPattern.worksites, 'units/worksites'),
              screen(settingsPattern.archivedWorksites, 'units/worksites'),
              screen(settingsPattern.worksite, 'units/worksite'),
            ],
          },
        ],
      },
      {
        Component: BillingGate,
        children: [
          screen(settingsPattern.payment, 'billing/payment'),
          screen(settingsPattern.choosePlan, 'billing/choose-plan'),
          screen(paymentPattern.switchPlan, 'billing/switch-plan'),
        ],
      },
      {
        Component: permissionGate('UPDATE_ORGANIZATION'),
        children: [
          { path: settingsPattern.integrations, loader: () => redirect(settingsPaths.apiKeys()) },
          screen(settingsPattern.apiKeys, 'integration/api-keys'),
          screen(settingsPattern.webhooks, 'integration/webhooks'),
          screen(settingsPattern.webhook, 'integration/webhook'),
          screen(settingsPattern.kafka, 'integration/kafka'),
        ],
      },
      {
        Component: AdminGate,
        children: [
          screen(settingsPattern.auditors, 'auditors/auditors'),
          screen(auditPattern.bundles, 'audit/bundles'),
          screen(settingsPattern.privacy, 'privacy/privacy'),
        ],
      },
      { Component: RolesGate, children: [screen(settingsPattern.roles, 'members/roles')] },
    ],
  },
];
