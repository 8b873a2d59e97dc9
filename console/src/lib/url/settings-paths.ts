import { searched } from './paths.ts';

/** The addresses below /settings, in the manner of paths.ts; a screen that leads to none of them does not fetch them. */
export const settingsPattern = {
  signIn: '/settings/organization/sign-in',
  reportingMetrics: '/settings/organization/reporting',
  reportingMonth: '/settings/organization/reporting/:yearMonth',
  organization: '/settings/organization',
  notifications: '/settings/notifications',
  addLocation: '/settings/organization/add-location',
  codes: '/settings/organization/codes',
  editCodes: '/settings/organization/codes/edit',
  staffAccess: '/settings/organization/staff-access',
  reportingGroups: '/settings/organization/reporting-groups',
  archivedReportingGroups: '/settings/organization/reporting-groups/archived',
  reportingGroup: '/settings/organization/reporting-groups/:guid',
  worksites: '/settings/organization/worksites',
  archivedWorksites: '/settings/organization/worksites/archived',
  worksite: '/settings/organization/worksites/:guid',
  roles: '/settings/organization/roles',
  integrations: '/settings/organization/integrations',
  apiKeys: '/settings/organization/integrations/keys',
  webhooks: '/settings/organization/integrations/webhooks',
  webhook: '/settings/organization/integrations/webhooks/:webhookGuid',
  kafka: '/settings/organization/integrations/kafka',
  privacy: '/settings/organization/privacy',
  auditors: '/settings/organization/auditors',
  payment: '/settings/organization/payment',
  choosePlan: '/settings/organization/payment/choose-plan',
} as const;

export const settingsPaths = {
  /** How the members of the organization sign in. */
  signIn: () => settingsPattern.signIn,
  reportingMetrics: () => settingsPattern.reportingMetrics,
  reportingMonth: (yearMonth: string) => `/settings/organization/reporting/${yearMonth}`,
  organization: () => settingsPattern.organization,
  notifications: () => settingsPattern.notifications,
  addLocation: () => settingsPattern.addLocation,
  /** Where the organization operates, and what it does there. */
  codes: () => settingsPattern.codes,
  editCodes: (regionGuid: string) => searched(settingsPattern.editCodes, { region: regionGuid }),
  staffAccess: () => settingsPattern.staffAccess,
  reportingGroups: () => settingsPattern.reportingGroups,
  archivedReportingGroups: () => settingsPattern.archivedReportingGroups,
  reportingGroup: (guid: string) => `/settings/organization/reporting-groups/${guid}`,
  worksites: () => settingsPattern.worksites,
  archivedWorksites: () => settingsPattern.archivedWorksites,
  worksite: (guid: string) => `/settings/organization/worksites/${guid}`,
  roles: () => settingsPattern.roles,
  /** The ways in which other systems follow the organization; leads to the first. */
  integrations: () => settingsPattern.integrations,
  apiKeys: () => settingsPattern.apiKeys,
  webhooks: () => settingsPattern.webhooks,
  webhook: (webhookGuid: string) => `/settings/organization/integrations/webhooks/${webhookGuid}`,
  kafka: () => settingsPattern.kafka,
  /** Whom from outside the organization lets read. */
  auditors: () => settingsPattern.auditors,
  /** What is kept of people. */
  privacy: () => settingsPattern.privacy,
  /** What the organization has of what is sold. */
  payment: () => settingsPattern.payment,
  choosePlan: () => settingsPattern.choosePlan,
};
