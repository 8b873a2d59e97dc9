import { screen, type Declared, type Gate } from '../../lib/url/screen.ts';
import { permissionsOfCallLists } from '../routing/public/call-list-permissions.ts';
import { alarmsPattern } from './paths.ts';

const events: readonly Gate[] = [{ module: 'events' }];

export const routes: readonly Declared[] = [
  screen({
    path: alarmsPattern.alarms,
    page: () => import('./pages/alarm-list.route.tsx'),
    gate: events,
  }),
  screen({
    path: alarmsPattern.alarm,
    page: () => import('./pages/alarm.route.tsx'),
    gate: events,
  }),
  screen({
    path: alarmsPattern.link,
    page: () => import('./pages/linked-alarm.route.tsx'),
    inside: 'bare',
  }),
  screen({
    path: alarmsPattern.settings,
    page: () => import('./pages/alarm-settings.route.tsx'),
    inside: 'settings',
    gate: [...events, { anyPermission: Object.values(permissionsOfCallLists) }],
  }),
];
