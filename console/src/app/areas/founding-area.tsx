import { redirect, type RouteObject } from 'react-router';
import { foundingPaths, foundingPattern } from '../../lib/founding-paths.ts';
import { pattern } from '../../lib/paths.ts';
import * as PageFault from '../PageFault.tsx';
import { PlainFrame } from '../shell/PlainFrame.tsx';
import { screensOf, type Screens } from './screen.ts';

const screen = screensOf(import.meta.glob('../../features/organizations/*.route.tsx') as Screens);

const index = (file: string): RouteObject => ({ ...screen(undefined, file), index: true, children: undefined });

/** How somebody comes to belong to an organization, founds one, and sets it up. None of these pages has the modules' links. */
export const routes: RouteObject[] = [
  {
    Component: PlainFrame,
    children: [
      {
        ...PageFault,
        children: [
          screen(pattern.welcome, 'organizations/welcome'),
          screen(pattern.chooseOrganization, 'organizations/choose-organization'),
          { path: foundingPattern.onboarding, loader: () => redirect(foundingPaths.companyName()) },
          screen(foundingPattern.companyName, 'organizations/company-name'),
          screen(foundingPattern.request, 'organizations/ask-to-join'),
          screen(foundingPattern.organizationExists, 'organizations/organization-exists'),
          screen(foundingPattern.staff, 'organizations/staff'),
          screen(foundingPattern.basics, 'organizations/org-basics'),
          screen(pattern.orgOnboarding, 'organizations/org-onboarding', [
            index('organizations/org-resume'),
            screen(foundingPattern.primaryLocation, 'organizations/primary-location'),
            screen(foundingPattern.codes, 'organizations/primary-codes'),
            screen(foundingPattern.otherLocations, 'organizations/other-locations'),
            screen(foundingPattern.addLocation, 'organizations/add-location', [
              index('organizations/new-location'),
              screen(foundingPattern.addLocationCodes, 'organizations/new-location-codes'),
            ]),
          ]),
        ],
      },
    ],
  },
];
