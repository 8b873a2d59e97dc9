import { screen, type Declared } from '../../lib/url/screen.ts';
import { singleSignOnPattern } from './paths.ts';

export const routes: readonly Declared[] = [
  screen({
    path: singleSignOnPattern.signIn,
    page: () => import('./pages/sso-settings.route.tsx'),
    inside: 'settings',
  }),
  screen({
    path: singleSignOnPattern.signInCallback,
    page: () => import('./pages/sso-callback.route.tsx'),
    inside: 'bare',
  }),
  screen({
    path: singleSignOnPattern.refusedByProvider,
    page: () => import('./pages/sso-refused.route.tsx'),
    inside: 'bare',
  }),
];
