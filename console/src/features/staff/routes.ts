import { screen, type Declared } from '../../lib/url/screen.ts';
import { staffPattern } from './paths.ts';

export const routes: readonly Declared[] = [
  screen({
    path: staffPattern.staff,
    page: () => import('./pages/staff.route.tsx'),
    inside: 'plain',
  }),
  screen({
    path: staffPattern.staffAccess,
    page: () => import('./pages/staff-access.route.tsx'),
    inside: 'settings',
    gate: [{ permission: 'UPDATE_ORGANIZATION' }],
  }),
];
