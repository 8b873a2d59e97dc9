import { screen, type Declared } from '../../lib/url/screen.ts';
import { routingPattern } from './paths.ts';
import { permissionsOfCallLists } from './public/call-list-permissions.ts';

export const routes: readonly Declared[] = [
  screen({
    path: routingPattern.callLists,
    page: () => import('./pages/call-lists.route.tsx'),
    inside: 'settings',
    gate: [{ module: 'events' }, { anyPermission: Object.values(permissionsOfCallLists) }],
  }),
];
