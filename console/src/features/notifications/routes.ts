import { screen, type Declared } from '../../lib/url/screen.ts';
import { notificationsPattern } from './paths.ts';

export const routes: readonly Declared[] = [
  screen({
    path: notificationsPattern.notifications,
    page: () => import('./pages/notification-settings.route.tsx'),
    inside: 'settings',
  }),
  screen({
    path: notificationsPattern.unsubscribe,
    page: () => import('./pages/unsubscribe.route.tsx'),
    inside: 'bare',
  }),
];
