import { pattern } from '../../lib/url/paths.ts';
import { screen, type Declared, type Gate } from '../../lib/url/screen.ts';
import { foundingPattern } from './founding-paths.ts';
import { organizationsPattern } from './paths.ts';

const setsIndustries: readonly Gate[] = [{ permission: 'UPDATE_ORGANIZATION_INDUSTRIES_AND_ROLES' }];

export const routes: readonly Declared[] = [
  screen({
    path: pattern.intrac,
    page: () => import('./pages/intrac.route.tsx'),
    gate: [{ module: 'intrac' }],
  }),
  screen({
    path: organizationsPattern.locations,
    page: () => import('./pages/locations.route.tsx'),
    inside: 'organization',
  }),
  screen({
    path: organizationsPattern.organization,
    page: () => import('./pages/organization-settings.route.tsx'),
    inside: 'settings',
    gate: [{ permission: 'UPDATE_ORGANIZATION' }],
  }),
  screen({
    path: organizationsPattern.codes,
    page: () => import('./pages/locations.route.tsx'),
    inside: 'settings',
  }),
  screen({
    path: organizationsPattern.addLocation,
    page: () => import('./pages/location-new.route.tsx'),
    inside: 'settings',
    gate: setsIndustries,
  }),
  screen({
    path: organizationsPattern.editCodes,
    page: () => import('./pages/location-industries.route.tsx'),
    inside: 'settings',
    gate: setsIndustries,
  }),
  screen({
    path: foundingPattern.basics,
    page: () => import('./pages/org-basics.route.tsx'),
    inside: 'plain',
  }),
  screen({
    path: pattern.orgOnboarding,
    page: () => import('./pages/org-onboarding.route.tsx'),
    inside: 'plain',
  }),
  screen({
    path: pattern.orgOnboarding,
    page: () => import('./pages/org-resume.route.tsx'),
    inside: pattern.orgOnboarding,
  }),
  screen({
    path: foundingPattern.primaryLocation,
    page: () => import('./pages/primary-location.route.tsx'),
    inside: pattern.orgOnboarding,
  }),
  screen({
    path: foundingPattern.codes,
    page: () => import('./pages/primary-codes.route.tsx'),
    inside: pattern.orgOnboarding,
  }),
  screen({
    path: foundingPattern.otherLocations,
    page: () => import('./pages/other-locations.route.tsx'),
    inside: pattern.orgOnboarding,
  }),
  screen({
    path: foundingPattern.addLocation,
    page: () => import('./pages/add-location.route.tsx'),
    inside: pattern.orgOnboarding,
  }),
  screen({
    path: foundingPattern.addLocation,
    page: () => import('./pages/new-location.route.tsx'),
    inside: foundingPattern.addLocation,
  }),
  screen({
    path: foundingPattern.addLocationCodes,
    page: () => import('./pages/new-location-codes.route.tsx'),
    inside: foundingPattern.addLocation,
  }),
];
