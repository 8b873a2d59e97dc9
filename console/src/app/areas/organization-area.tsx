import { redirect, type RouteObject } from 'react-router';
import { organizationPaths, organizationPattern } from '../../features/members/paths.ts';
import { OrganizationFrame } from '../organization/OrganizationFrame.tsx';
import { permissionGate } from '../permission-gate.tsx';
import { screensOf, type Screens } from './screen.ts';

const screen = screensOf(
  import.meta.glob([
    '../../features/members/pages/{invitations,people,person,requests}.route.tsx',
    '../../features/organizations/pages/locations.route.tsx',
  ]) as Screens,
);

/** /organization and all below it. */
export const routes: RouteObject[] = [
  { path: organizationPattern.organization, loader: () => redirect(organizationPaths.people()) },
  {
    Component: OrganizationFrame,
    children: [
      screen(organizationPattern.people, 'members/people'),
      screen(organizationPattern.person, 'members/person'),
      screen(organizationPattern.locations, 'organizations/locations'),
      {
        Component: permissionGate('VIEW_ORGANIZATION_INVITATIONS'),
        children: [
          screen(organizationPattern.invitations, 'members/invitations'),
          screen(organizationPattern.requests, 'members/requests'),
        ],
      },
    ],
  },
];
