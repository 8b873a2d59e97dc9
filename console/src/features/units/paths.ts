/** URL patterns of reporting groups and worksites. */
export const unitsPattern = {
  reportingGroups: '/settings/organization/reporting-groups',
  archivedReportingGroups: '/settings/organization/reporting-groups/archived',
  reportingGroup: '/settings/organization/reporting-groups/:guid',
  worksites: '/settings/organization/worksites',
  archivedWorksites: '/settings/organization/worksites/archived',
  worksite: '/settings/organization/worksites/:guid',
} as const;

export const unitsPaths = {
  reportingGroups: () => unitsPattern.reportingGroups,
  archivedReportingGroups: () => unitsPattern.archivedReportingGroups,
  reportingGroup: (guid: string) => `/settings/organization/reporting-groups/${guid}`,
  worksites: () => unitsPattern.worksites,
  archivedWorksites: () => unitsPattern.archivedWorksites,
  worksite: (guid: string) => `/settings/organization/worksites/${guid}`,
};
