import { pattern } from '../../lib/url/paths.ts';
import { forward, screen, type Declared } from '../../lib/url/screen.ts';
import { joiningPaths, joiningPattern } from './paths.ts';

export const routes: readonly Declared[] = [
  screen({
    path: pattern.welcome,
    page: () => import('./pages/welcome.route.tsx'),
    inside: 'plain',
  }),
  screen({
    path: pattern.chooseOrganization,
    page: () => import('./pages/choose-organization.route.tsx'),
    inside: 'plain',
  }),
  forward({ path: joiningPattern.onboarding, to: () => joiningPaths.companyName(), inside: 'plain' }),
  screen({
    path: joiningPattern.companyName,
    page: () => import('./pages/company-name.route.tsx'),
    inside: 'plain',
  }),
  screen({
    path: joiningPattern.request,
    page: () => import('./pages/ask-to-join.route.tsx'),
    inside: 'plain',
  }),
  screen({
    path: joiningPattern.organizationExists,
    page: () => import('./pages/organization-exists.route.tsx'),
    inside: 'plain',
  }),
];
