import { screen, type Declared } from '../../lib/url/screen.ts';
import { auditorPattern } from './paths.ts';

export const routes: readonly Declared[] = [
  screen({
    path: auditorPattern.signIn,
    page: () => import('./pages/auditor-sign-in.route.tsx'),
    inside: 'bare',
  }),
  screen({
    path: auditorPattern.auditors,
    page: () => import('./pages/auditors.route.tsx'),
    inside: 'settings',
    gate: [{ admin: true }],
  }),
];
