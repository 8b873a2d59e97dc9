import { screen, type Declared, type Gate } from '../../lib/url/screen.ts';
import { unitsPattern } from './paths.ts';

const groups: readonly Gate[] = [{ feature: 'REPORTING_GROUPS' }, { permission: 'MANAGE_REPORTING_GROUPS' }];
const worksites: readonly Gate[] = [{ feature: 'WORKSITES' }, { permission: 'MANAGE_WORKSITE_LOCATIONS' }];

export const routes: readonly Declared[] = [
  screen({
    path: [unitsPattern.reportingGroups, unitsPattern.archivedReportingGroups],
    page: () => import('./pages/reporting-groups.route.tsx'),
    inside: 'settings',
    gate: groups,
  }),
  screen({
    path: unitsPattern.reportingGroup,
    page: () => import('./pages/reporting-group.route.tsx'),
    inside: 'settings',
    gate: groups,
  }),
  screen({
    path: [unitsPattern.worksites, unitsPattern.archivedWorksites],
    page: () => import('./pages/worksites.route.tsx'),
    inside: 'settings',
    gate: worksites,
  }),
  screen({
    path: unitsPattern.worksite,
    page: () => import('./pages/worksite.route.tsx'),
    inside: 'settings',
    gate: worksites,
  }),
];
