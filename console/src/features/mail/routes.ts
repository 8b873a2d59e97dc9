import { screen, type Declared } from '../../lib/url/screen.ts';
import { mailPattern } from './paths.ts';

export const routes: readonly Declared[] = [
  screen({
    path: mailPattern.mailbox,
    page: () => import('./pages/mailbox.route.tsx'),
    inside: 'bare',
  }),
];
