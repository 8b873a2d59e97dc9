import { screen, type Declared } from '../../lib/url/screen.ts';
import { privacyPattern } from './paths.ts';

export const routes: readonly Declared[] = [
  screen({
    path: privacyPattern.privacy,
    page: () => import('./pages/privacy.route.tsx'),
    inside: 'settings',
    gate: [{ admin: true }],
  }),
];
