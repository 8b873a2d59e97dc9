import { redirect, type RouteObject } from 'react-router';
import { auditPattern } from '../../lib/audit-paths.ts';
import { pattern } from '../../lib/paths.ts';
import { paymentPattern } from '../../lib/payment-paths.ts';
import { settingsPaths, settingsPattern } from '../../lib/settings-paths.ts';
import { AdminGate } from '../admin-gate.tsx';
import type { RouteHandle } from '../Frame.tsx';
import { featureGate } from '../gates.tsx';
import { permissionGate } from '../permission-gate.tsx';
import { BillingGate } from '../settings/BillingGate.tsx';
import { MetricsGate } from '../settings/MetricsGate.tsx';
import { SettingsFrame } from '../settings/SettingsFrame.tsx';
import { screensOf, type Screens } from './screen.ts';

const screen = screensOf({
  ...(import.meta.glob('../../features/identity/{personal-settings,sso-settings}.route.tsx') as Screens),
  ...(import.meta.glob('../../features/audit/bundles.route.tsx') as Screens),
  ...(import.meta.glob('../../features/auditors/auditors.route.tsx') as Screens),
  ...(import.meta.glob('../../features/billing/*.route.tsx') as Screens),
  ...(import.meta.glob('../../features/integration/*.route.tsx') as Screens),
  ...(import.meta.glob('../../features/metrics/*.route.tsx') as Screens),
  ...(import.meta.glob('../../features/notifications/*.route.tsx') as Screens),
  ...(import.meta.glob('../../features/privacy/*.route.tsx') as Screens),
  ...(import.meta.glob(
    '../../features/organizations/{location-industries,location-new,locations,organization-settings,reporting-group,reporting-groups,roles,staff-access,worksite,worksites}.route.tsx',
  ) as Screens),
});

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
          screen(settingsPattern.staffAccess, 'organizations/staff-access'),
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
      screen(settingsPattern.signIn, 'identity/sso-settings'),
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
              screen(settingsPattern.reportingGroups, 'organizations/reporting-groups'),
              screen(settingsPattern.archivedReportingGroups, 'organizations/reporting-groups'),
              screen(settingsPattern.reportingGroup, 'organizations/reporting-group'),
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
              screen(settingsPattern.worksites, 'organizations/worksites'),
              screen(settingsPattern.archivedWorksites, 'organizations/worksites'),
              screen(settingsPattern.worksite, 'organizations/worksite'),
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
      { Component: RolesGate, children: [screen(settingsPattern.roles, 'organizations/roles')] },
    ],
  },
];
