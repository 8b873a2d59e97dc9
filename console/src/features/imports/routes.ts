import { screen, type Declared } from '../../lib/url/screen.ts';
import { importsPattern } from './paths.ts';

export const routes: readonly Declared[] = [
  screen({
    path: importsPattern.importEvents,
    page: () => import('./pages/import.route.tsx'),
    gate: [{ module: 'events' }, { permission: 'CREATE_EVENTS_ON_OTHERS_BEHALF' }],
  }),
];
