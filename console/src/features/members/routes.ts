import { forward, screen, type Declared, type Gate } from '../../lib/url/screen.ts';
import { membersPaths, membersPattern } from './paths.ts';

const seesInvitations: readonly Gate[] = [{ permission: 'VIEW_ORGANIZATION_INVITATIONS' }];

export const routes: readonly Declared[] = [
  forward({ path: membersPattern.organization, to: () => membersPaths.people() }),
  screen({
    path: membersPattern.people,
    page: () => import('./pages/people.route.tsx'),
    inside: 'organization',
  }),
  screen({
    path: membersPattern.person,
    page: () => import('./pages/person.route.tsx'),
    inside: 'organization',
  }),
  screen({
    path: membersPattern.invitations,
    page: () => import('./pages/invitations.route.tsx'),
    inside: 'organization',
    gate: seesInvitations,
  }),
  screen({
    path: membersPattern.requests,
    page: () => import('./pages/requests.route.tsx'),
    inside: 'organization',
    gate: seesInvitations,
  }),
  screen({
    path: membersPattern.roles,
    page: () => import('./pages/roles.route.tsx'),
    inside: 'settings',
    gate: [{ permission: 'UPDATE_ORGANIZATION_MEMBER_ROLES' }],
  }),
];
