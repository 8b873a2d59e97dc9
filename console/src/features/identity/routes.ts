import { pattern } from '../../lib/url/paths.ts';
import { screen, type Declared } from '../../lib/url/screen.ts';
import { identityPattern } from './paths.ts';

/** Routes of the identity pages. Sign-in itself is part of the router, because pages redirect to it. */
export const routes: readonly Declared[] = [
  screen({
    path: pattern.personalSettings,
    page: () => import('./pages/personal-settings.route.tsx'),
    inside: 'settings',
    preload: () => [{ ask: [] }],
  }),
  screen({
    path: [pattern.signUp, identityPattern.signUpIn, identityPattern.signUpWith],
    page: () => import('./pages/sign-up.route.tsx'),
    inside: 'bare',
  }),
  screen({
    path: identityPattern.checkMail,
    page: () => import('./pages/check-mail.route.tsx'),
    inside: 'bare',
  }),
  screen({
    path: identityPattern.verifyEmail,
    page: () => import('./pages/verify-email.route.tsx'),
    inside: 'bare',
  }),
  screen({
    path: identityPattern.forgotPassword,
    page: () => import('./pages/forgot-password.route.tsx'),
    inside: 'bare',
  }),
  screen({
    path: identityPattern.resetPassword,
    page: () => import('./pages/reset-password.route.tsx'),
    inside: 'bare',
  }),
  screen({
    path: identityPattern.privacy,
    page: () => import('./pages/privacy.route.tsx'),
    inside: 'bare',
  }),
  screen({
    path: identityPattern.terms,
    page: () => import('./pages/terms.route.tsx'),
    inside: 'bare',
  }),
];
