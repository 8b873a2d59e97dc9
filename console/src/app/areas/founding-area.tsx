import { redirect, type RouteObject } from 'react-router';
import { foundingPaths, foundingPattern } from '../../features/organizations/founding-paths.ts';
import { pattern } from '../../lib/url/paths.ts';
import * as PageFault from '../PageFault.tsx';
import { PlainFrame } from '../shell/PlainFrame.tsx';
import { screensOf, type Screens } from './screen.ts';

const screen = screensOf(
  import.meta.glob([
    '../../features/joining/pages/*.route.tsx',
    '../../features/organizations/pages/{add-location,new-location,new-location-codes,org-basics,org-onboarding,org-resume,other-locations,primary-codes,primary-location}.route.tsx',
    '../../features/staff/pages/staff.route.tsx',
  ]) as Screens,
);

const index = (file: string): RouteObject => ({ ...screen(undefined, file), index: true, children: undefined });

/** How somebody comes to belong to an organization, founds one, and sets it up. None of these pages has the modules' links. */
export const routes: RouteObject[] = [
  {
    Component: PlainFrame,
    children: [
      {
        ...PageFault,
        children: [
          screen(pattern.welcome, 'joining/welcome'),
          screen(pattern.chooseOrganization, 'joining/choose-organization'),
          { path: foundingPattern.onboarding, loader: () => redirect(foundingPaths.companyName()) },
          screen(foundingPattern.companyName, 'joining/company-name'),
          screen(foundingPattern.request, 'joining/ask-to-join'),
          screen(foundingPattern.organizationExists, 'joining/organization-exists'),
          screen(foundingPattern.staff, 'staff/staff'),
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
