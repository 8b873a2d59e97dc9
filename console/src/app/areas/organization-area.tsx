import { redirect, type RouteObject } from 'react-router';
import { organizationPaths, organizationPattern } from '../../lib/organization-paths.ts';
import { OrganizationFrame } from '../organization/OrganizationFrame.tsx';
import { permissionGate } from '../permission-gate.tsx';
import { screensOf, type Screens } from './screen.ts';

const screen = screensOf(
  import.meta.glob('../../features/organizations/{people,person,invitations,requests,locations}.route.tsx') as Screens,
);

/** /organization and all below it. */
export const routes: RouteObject[] = [
  { path: organizationPattern.organization, loader: () => redirect(organizationPaths.people()) },
  {
    Component: OrganizationFrame,
    children: [
      screen(organizationPattern.people, 'organizations/people'),
      screen(organizationPattern.person, 'organizations/person'),
      screen(organizationPattern.locations, 'organizations/locations'),
      {
        Component: permissionGate('VIEW_ORGANIZATION_INVITATIONS'),
        children: [
          screen(organizationPattern.invitations, 'organizations/invitations'),
          screen(organizationPattern.requests, 'organizations/requests'),
        ],
      },
    ],
  },
];
